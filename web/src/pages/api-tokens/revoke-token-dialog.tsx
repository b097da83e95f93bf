import { Text } from '@mantine/core';
import { useApiMutation } from '../../api/queries.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Form } from '../../components/form.tsx';
import type { ApiToken } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';

interface Props {
  token: ApiToken;
  onClose: () => void;
  /** called after the dialog has closed */
  onRevoked: () => void;
}

/** Deletes an API token, after a confirmation: programs that use it stop working. */
export function RevokeTokenDialog({ token: { id, name }, onClose, onRevoked }: Props) {
  const messages = useMessages();
  const revoke = useApiMutation('DELETE /ext/tokens/{id}', {
    invalidates: ['GET /ext/tokens'],
    showErrorToast: false,
    onSuccess: () => {
      showToast({ text: messages.apiTokens.revoked(name) });
      onClose();
      setTimeout(onRevoked);
    },
  });
  return (
    <Dialog title={messages.apiTokens.revokeTitle(name)} onClose={onClose}>
      <Form
        submit={messages.apiTokens.revoke}
        onSubmit={() => revoke.mutate({ params: { id } })}
        onCancel={onClose}
        isBusy={revoke.isPending}
        error={revoke.error}
        isDangerous
      >
        <Text c="dimmed">{messages.apiTokens.revokeText}</Text>
      </Form>
    </Dialog>
  );
}
