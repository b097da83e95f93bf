import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFormMutation } from '../../api/queries.ts';
import type { Passkey } from '../../contract/schemas.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { usePasskeyTexts } from './texts/texts.ts';

const maxNameLength = 100;

/** Changes the name under which the user knows a passkey. */
export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const texts = usePasskeyTexts();
  const [name, setName] = useState(passkey.name);
  const rename = useFormMutation('PATCH /ext/passkeys/{id}', {
    invalidates: ['GET /ext/passkeys'],
    onSuccess: onClose,
  });
  return (
    <Dialog title={texts.renameTitle} onClose={onClose}>
      <Form
        submit={texts.save}
        onSubmit={() => rename.mutate({ params: { id: passkey.id }, body: { name } })}
        onCancel={onClose}
        mutation={rename}
        isReady={name.trim() !== ''}
      >
        <TextInput
          label={texts.name}
          required
          maxLength={maxNameLength}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Form>
    </Dialog>
  );
}
