import { Text } from '@mantine/core';
import { useFormMutation } from '../../api/queries.ts';
import type { ApiToken } from '../../contract/schemas.ts';
import { showToast } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { useApiTokenTexts } from './texts/texts.ts';

interface Props {
  token: ApiToken;
  onClose: () => void;
  /** called after the dialog has closed */
  onRevoked: () => void;
}

/** Deletes an API token, after a confirmation: programs that use it stop working. */
export function RevokeTokenDialog({ token: { id, name }, onClose, onRevoked }: Props) {
  const texts = useApiTokenTexts();
  const revoke = useFormMutation('DELETE /ext/tokens/{id}', {
    invalidates: ['GET /ext/tokens'],
    onSuccess: () => {
      showToast({ text: texts.revoked(name) });
      onClose();
      setTimeout(onRevoked);
    },
  });
  return (
    <Dialog title={texts.revokeTitle(name)} onClose={onClose}>
      <Form
        submit={texts.revoke}
        onSubmit={() => revoke.mutate({ params: { id } })}
        onCancel={onClose}
        mutation={revoke}
        isDangerous
      >
        <Text c="dimmed">{texts.revokeText}</Text>
      </Form>
    </Dialog>
  );
}
