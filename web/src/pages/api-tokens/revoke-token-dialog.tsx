import { useApiMutation } from '../../api/queries.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Form } from '../../components/form.tsx';
import type { ApiToken } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';

/** Deletes an API token, after a confirmation: programs that use it stop working. */
export function RevokeTokenDialog({ token: { id, name }, onClose }: { token: ApiToken; onClose: () => void }) {
  const messages = useMessages();
  const revoke = useApiMutation('DELETE /ext/tokens/{id}', {
    invalidates: ['GET /ext/tokens'],
    showErrorToast: false,
    onSuccess: () => {
      showToast({ text: messages.apiTokens.revoked(name) });
      onClose();
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
        <p className="muted">{messages.apiTokens.revokeText}</p>
      </Form>
    </Dialog>
  );
}
