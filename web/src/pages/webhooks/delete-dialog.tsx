import { Text } from '@mantine/core';
import type { Webhook } from '../../contract/schemas.ts';
import { ConfirmDialog, focusHeading } from '../../features/confirm-dialog.tsx';
import { useWebhookTexts } from './texts/texts.ts';

/** Deletes a webhook, after a confirmation. */
export function DeleteDialog({ webhook: { id, url }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const texts = useWebhookTexts();
  return (
    <ConfirmDialog
      title={texts.removeTitle}
      operation="DELETE /ext/webhooks/{id}"
      input={{ params: { id } }}
      invalidates={['GET /ext/webhooks']}
      submit={texts.remove}
      done={texts.removed}
      onClose={onClose}
      onClosed={focusHeading}
      isDangerous
    >
      <Text style={{ overflowWrap: 'anywhere' }}>{url}</Text>
      <Text c="dimmed">{texts.removeText}</Text>
    </ConfirmDialog>
  );
}
