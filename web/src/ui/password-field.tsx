import { PasswordInput } from '@mantine/core';
import { useMessages } from '../i18n/locale.ts';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  autoComplete: 'current-password' | 'new-password';
  description?: string | undefined;
}

/** A required password, with a button that shows it. */
export function PasswordField({ onChange, ...props }: Props) {
  const messages = useMessages();
  return (
    <PasswordInput
      {...props}
      required
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': messages.app.showPassword }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
