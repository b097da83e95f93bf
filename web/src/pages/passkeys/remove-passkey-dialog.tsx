import { Text } from '@mantine/core';
import { useState } from 'react';
import { useFormMutation } from '../../api/queries.ts';
import type { Passkey } from '../../contract/schemas.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { showToast } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
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
  const remove = useFormMutation('DELETE /ext/passkeys/{id}', {
    invalidates: ['GET /ext/passkeys'],
    onSuccess: () => {
      showToast({ text: texts.removed(isolateName(name)) });
      onClose();
      setTimeout(onRemoved);
    },
  });
  return (
    <Dialog title={texts.removeTitle(isolateName(name))} onClose={onClose}>
      <Form
        submit={texts.remove}
        onSubmit={() => remove.mutate({ params: { id }, body: { password } })}
        onCancel={onClose}
        mutation={remove}
        isReady={password !== ''}
        isDangerous
      >
        <Text c="dimmed">{texts.removeText}</Text>
        <PasswordField label={texts.password} autoComplete="current-password" value={password} onChange={setPassword} />
      </Form>
    </Dialog>
  );
}
