import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { withSecondFactor } from '../../api/passkeys.ts';
import { useApiQuery } from '../../api/queries.ts';
import { showToast } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { ConfirmationFields, useAsksForCode } from './confirmation-fields.tsx';
import { usePasskeyTexts } from './texts/texts.ts';
import { usePasskeyChange } from './use-passkey-change.ts';

/** Whether signing in with the password also asks for a passkey, with a button that changes it. */
export function RequirePasskey() {
  const texts = usePasskeyTexts();
  const requirement = useApiQuery('GET /ext/mfa/passkey').data;
  const [isOpen, setOpen] = useState(false);
  if (!requirement) return null;
  const { required } = requirement;
  return (
    <Group justify="space-between" gap="xs" mt="sm">
      <Text size="sm" c="dimmed">
        {required ? texts.required : texts.notRequired}
      </Text>
      <Button variant="default" onClick={() => setOpen(true)}>
        {required ? texts.unrequire : texts.require}
      </Button>
      {isOpen && <RequireDialog isRequired={required} onClose={() => setOpen(false)} />}
    </Group>
  );
}

function RequireDialog({ isRequired, onClose }: { isRequired: boolean; onClose: () => void }) {
  const texts = usePasskeyTexts();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const asksForCode = useAsksForCode();
  const operation = isRequired ? 'DELETE /ext/mfa/passkey' : 'PUT /ext/mfa/passkey';
  const change = usePasskeyChange(
    () => withSecondFactor((headers) => call(operation, { body: { password }, headers }), code.trim()),
    () => {
      showToast({ text: isRequired ? texts.notRequiredNow : texts.requiredNow });
      onClose();
    },
  );
  return (
    <Dialog title={isRequired ? texts.unrequireTitle : texts.requireTitle} onClose={onClose}>
      <Form
        submit={isRequired ? texts.unrequire : texts.require}
        onSubmit={change.run}
        onCancel={onClose}
        mutation={change}
        isReady={password !== '' && (!asksForCode || code.trim() !== '')}
      >
        <Text c="dimmed">{isRequired ? texts.unrequireText : texts.requireText}</Text>
        <ConfirmationFields
          password={password}
          onPassword={setPassword}
          code={code}
          onCode={setCode}
          browserError={change.browserError}
        />
      </Form>
    </Dialog>
  );
}
