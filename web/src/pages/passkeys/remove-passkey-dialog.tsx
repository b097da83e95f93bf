import { Text } from '@mantine/core';
import { useState } from 'react';
import type { Passkey } from '../../contract/schemas.ts';
import { ConfirmDialog } from '../../features/confirm-dialog.tsx';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { usePasskeyTexts } from './texts/texts.ts';

interface Props {
  passkey: Passkey;
  onClose: () => void;
  /** called after the dialog has closed */
  onRemoved: () => void;
}

/** Removes a passkey, with the password. */
export function RemovePasskeyDialog({ passkey: { id, name }, onClose, onRemoved }: Props) {
  const texts = usePasskeyTexts();
  const [password, setPassword] = useState('');
  return (
    <ConfirmDialog
      title={texts.removeTitle(isolateName(name))}
      operation="DELETE /ext/passkeys/{id}"
      input={{ params: { id }, body: { password } }}
      invalidates={['GET /ext/passkeys']}
      submit={texts.remove}
      done={texts.removed(isolateName(name))}
      onClose={onClose}
      onClosed={onRemoved}
      isReady={password !== ''}
      isDangerous
    >
      <Text c="dimmed">{texts.removeText}</Text>
      <PasswordField label={texts.password} autoComplete="current-password" value={password} onChange={setPassword} />
    </ConfirmDialog>
  );
}
