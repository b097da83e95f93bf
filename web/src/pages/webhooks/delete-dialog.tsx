import { Text } from '@mantine/core';
import { useFormMutation } from '../../api/queries.ts';
import type { Webhook } from '../../contract/schemas.ts';
import { showToast } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { useWebhookTexts } from './texts/texts.ts';

/** Deletes a webhook, after a confirmation. */
export function DeleteDialog({ webhook: { id, url }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const texts = useWebhookTexts();
  const remove = useFormMutation('DELETE /ext/webhooks/{id}', {
    invalidates: ['GET /ext/webhooks'],
    onSuccess: () => {
      showToast({ text: texts.removed });
      onClose();
      // The row disappears with its button.
      setTimeout(() => document.querySelector('h1')?.focus());
    },
  });
  return (
    <Dialog title={texts.removeTitle} onClose={onClose}>
      <Form
        submit={texts.remove}
        onSubmit={() => remove.mutate({ params: { id } })}
        onCancel={onClose}
        mutation={remove}
        isDangerous
      >
        <Text style={{ overflowWrap: 'anywhere' }}>{url}</Text>
        <Text c="dimmed">{texts.removeText}</Text>
      </Form>
    </Dialog>
  );
}
