import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFormMutation } from '../../api/queries.ts';
import { showToast } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useTwoFactorTexts } from './texts/texts.ts';

/** Turns two-factor authentication off, with the password and a code. */
export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const texts = useTwoFactorTexts();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const turnOff = useFormMutation('DELETE /ext/mfa/totp', {
    invalidates: ['GET /ext/me'],
    onSuccess: () => {
      showToast({ text: texts.turnedOff });
      onClose();
    },
  });
  return (
    <Dialog title={texts.turnOffTitle} onClose={onClose}>
      <Form
        submit={texts.turnOff}
        onSubmit={() => turnOff.mutate({ body: { password, code: code.trim() } })}
        onCancel={onClose}
        mutation={turnOff}
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
      </Form>
    </Dialog>
  );
}
