import { PasswordField } from './password-field.tsx';
import { StrengthMeter } from './password-strength/strength-meter.tsx';

/** Whether the service accepts a new password. */
export function isValidPassword(password: string): boolean {
  const length = [...password].length;
  return length >= 10 && length <= 72 && /\p{L}/u.test(password) && /\p{Nd}/u.test(password);
}

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** shown, together with the strength, below the first of two fields */
  rule?: string | undefined;
  /** what others know of the owner, such as the name: a password that contains it is weak */
  personal?: string[];
}

/** A field for a new password, which a password manager can generate. */
export function NewPasswordField({ label, value, onChange, rule, personal = [] }: Props) {
  return (
    <>
      <PasswordField label={label} description={rule} autoComplete="new-password" value={value} onChange={onChange} />
      {rule && <StrengthMeter password={value} personal={personal} />}
    </>
  );
}
