import { PasswordInput } from '@mantine/core';
import { useWords } from '../words/index.ts';

/** The service's rule for new passwords. */
export function isGoodPassword(password: string): boolean {
  const length = [...password].length;
  return length >= 10 && length <= 72 && /\p{L}/u.test(password) && /\p{Nd}/u.test(password);
}

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function NewPassword({ label, value, onChange }: Props) {
  const words = useWords();
  return (
    <PasswordInput
      label={label}
      description={words.reset.rule}
      autoComplete="new-password"
      required
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
