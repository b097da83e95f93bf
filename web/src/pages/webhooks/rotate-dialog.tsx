import { Text } from '@mantine/core';
import { useFormMutation } from '../../api/queries.ts';
import type { Webhook } from '../../contract/schemas.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { useWebhookTexts } from './texts/texts.ts';

/** Gives a webhook another secret, after a confirmation. */
export function RotateDialog({ webhook: { id }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const texts = useWebhookTexts();
  const rotate = useFormMutation('POST /ext/webhooks/{id}/rotate-secret', {
    invalidates: ['GET /ext/webhooks', 'GET /ext/webhooks/{id}'],
  });
  if (rotate.data) return <SecretDialog title={texts.rotatedTitle} secret={rotate.data.secret} onClose={onClose} />;
  return (
    <Dialog title={texts.rotateTitle} onClose={onClose}>
      <Form submit={texts.rotate} onSubmit={() => rotate.mutate({ params: { id } })} onCancel={onClose} mutation={rotate}>
        <Text c="dimmed">{texts.rotateText}</Text>
      </Form>
    </Dialog>
  );
}
