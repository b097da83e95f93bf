import { TextInput } from '@mantine/core';
import { useMessages } from '../i18n/locale.ts';

/** A search is sent when nothing was typed for so long. */
export const searchDelayMs = 300;

interface Props {
  text: string;
  hint?: string;
  onText: (text: string) => void;
}

/** A search field above a list. */
export function SearchField({ text, hint, onText }: Props) {
  const messages = useMessages();
  return (
    <TextInput
      flex="1 1 220px"
      maw={380}
      type="search"
      label={messages.app.search}
      placeholder={hint}
      maxLength={200}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}
