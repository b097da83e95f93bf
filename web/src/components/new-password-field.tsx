import { PasswordInput } from '@mantine/core';

/** Whether the service accepts a new password. */
export function isValidPassword(password: string): boolean {
  const length = [...password].length;
  return length >= 10 && length <= 72 && /\p{L}/u.test(password) && /\p{Nd}/u.test(password);
}

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** shown below the first of two fields */
  rule?: string | undefined;
}

/** A field for a new password, which a password manager can generate. */
export function NewPasswordField({ label, value, onChange, rule }: Props) {
  return (
    <PasswordInput
      label={label}
      description={rule}
      autoComplete="new-password"
      required
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
