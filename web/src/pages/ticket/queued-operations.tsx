import { Button, Group, VisuallyHidden } from '@mantine/core';
import type { Messages } from '../../i18n/en.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/locale.ts';
import { discard, retry } from '../../offline-queue/sender.ts';
import {
  isShownPhoto,
  isWaitingOrFailed,
  type ShownItem,
  type ShownOperation,
  useShownOperations,
  useShownPhotos,
} from '../../offline-queue/shown-items.ts';

/** The queued operations of a ticket, with buttons to discard them or to try again. */
export function QueuedOperations({ id }: { id: number }) {
  const messages = useMessages();
  const operations = useShownOperations(id);
  const photos = useShownPhotos(id);
  /** Start is sent before the photos. */
  const itemsBefore = ({ key, op }: ShownOperation): ShownItem[] =>
    [...(op === 'start' ? [] : photos), ...operations].filter((item) => item.key < key && item.state !== 'sent');
  return operations.map((operation) => (
    <Group
      key={operation.key}
      className={`queued-operation ${operation.state}`}
      justify="space-between"
      gap="xs"
      wrap="nowrap"
      c={operation.state === 'failed' ? 'var(--danger)' : 'var(--warning)'}
      fz="sm"
      lh="sm"
    >
      <p role="status">
        <b>{messages.labels.operation[operation.op]}:</b> {statusText(operation, itemsBefore(operation), messages)}
      </p>
      {isWaitingOrFailed(operation) && (
        <Group gap={0} flex="none">
          {operation.state === 'failed' && (
            <Button variant="subtle" onClick={() => void retry(operation.key)}>
              {messages.upload.retry}
            </Button>
          )}
          <Button variant="subtle" onClick={() => void discard(operation.key)}>
            {messages.queuedOperations.discard}
            <VisuallyHidden> {messages.labels.operation[operation.op]}</VisuallyHidden>
          </Button>
        </Group>
      )}
    </Group>
  ));
}

function statusText({ state, error }: ShownOperation, before: ShownItem[], messages: Messages): string {
  if (error) return errorText(error, messages);
  if (state === 'sending' || state === 'sent') return messages.queuedOperations.sending;
  if (before.some((item) => item.state === 'failed')) return messages.queuedOperations.afterRefused;
  return before.some(isShownPhoto) ? messages.queuedOperations.afterPhotos : messages.upload.waiting;
}
