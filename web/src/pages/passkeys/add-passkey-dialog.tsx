import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { createPasskey } from '../../api/passkeys.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { showToast } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { ConfirmationFields, useAsksForCode } from './confirmation-fields.tsx';
import { usePasskeyTexts } from './texts/texts.ts';
import { usePasskeyChange } from './use-passkey-change.ts';

const maxNameLength = 100;

/** Makes a passkey, after the user has confirmed it. The browser asks where to keep it. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const texts = usePasskeyTexts();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const asksForCode = useAsksForCode();
  const add = usePasskeyChange(
    () => createPasskey(name, password, code.trim()),
    (passkey) => {
      showToast({ text: texts.added(isolateName(passkey.name)) });
      onClose();
    },
  );
  return (
    <Dialog title={texts.addTitle} onClose={onClose}>
      <Form
        submit={texts.next}
        onSubmit={add.run}
        onCancel={onClose}
        mutation={add}
        isReady={name.trim() !== '' && password !== '' && (!asksForCode || code.trim() !== '')}
      >
        <Text c="dimmed">{texts.addText}</Text>
        <TextInput
          label={texts.name}
          placeholder={texts.namePlaceholder}
          required
          maxLength={maxNameLength}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <ConfirmationFields
          password={password}
          onPassword={setPassword}
          code={code}
          onCode={setCode}
          browserError={add.browserError}
        />
      </Form>
    </Dialog>
  );
}
