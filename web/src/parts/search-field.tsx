import { TextInput } from '@mantine/core';
import { useWords } from '../words/index.ts';

interface Props {
  text: string;
  hint?: string;
  onText: (text: string) => void;
}

export function SearchField({ text, hint, onText }: Props) {
  const words = useWords();
  return (
    <TextInput
      className="search"
      type="search"
      label={words.app.search}
      placeholder={hint}
      maxLength={200}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}
