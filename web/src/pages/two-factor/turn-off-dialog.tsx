import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../features/confirm-dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useTwoFactorTexts } from './texts/texts.ts';

/** Turns two-factor authentication off, with the password and a code. */
export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const texts = useTwoFactorTexts();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  return (
    <ConfirmDialog
      title={texts.turnOffTitle}
      operation="DELETE /ext/mfa/totp"
      input={{ body: { password, code: code.trim() } }}
      invalidates={['GET /ext/me']}
      submit={texts.turnOff}
      done={texts.turnedOff}
      onClose={onClose}
      isReady={password !== '' && code.trim() !== ''}
      isDangerous
    >
      <Text c="dimmed">{texts.turnOffText}</Text>
      <PasswordField label={texts.password} autoComplete="current-password" value={password} onChange={setPassword} />
      <TextInput
        label={texts.codeOrRecovery}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        className="one-time-code"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
