import { Button, Group, VisuallyHidden } from '@mantine/core';
import { useIsOnline } from '../../http/connectivity.ts';
import type { Messages } from '../../i18n/en.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/locale.ts';
import { discard, retry } from '../../offline-queue/queue.ts';
import {
  isShownPhoto,
  isWaitingOrFailed,
  type ShownItem,
  type ShownOperation,
  useShownOperations,
  useShownPhotos,
} from '../../offline-queue/shown-items.ts';
import { pausable } from './use-changed-just-now.ts';
import { useShownEntries } from './use-shown-entries.ts';

/**
 * The queued operations of a ticket, with buttons to discard them or to try again.
 * @param isPaused whether the buttons ignore taps
 */
export function QueuedOperations({ id, isPaused }: { id: number; isPaused: boolean }) {
  const messages = useMessages();
  const isOnline = useIsOnline();
  const operations = useShownOperations(id);
  const photos = useShownPhotos(id);
  const entries = useShownEntries(id);
  /** Start is sent before the photos. */
  const itemsBefore = ({ key, op }: ShownOperation): ShownItem[] =>
    [...(op === 'start' ? [] : [...photos, ...entries]), ...operations].filter((item) => item.key < key && item.state !== 'sent');
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
        <b>{messages.labels.operation[operation.op]}:</b> {statusText(operation, itemsBefore(operation), isOnline, messages)}
      </p>
      {isWaitingOrFailed(operation) && (
        <Group gap={0} flex="none">
          {operation.state === 'failed' && (
            <Button variant="subtle" {...pausable(isPaused, () => void retry(operation.key))}>
              {messages.upload.retry}
            </Button>
          )}
          <Button variant="subtle" {...pausable(isPaused, () => void discard(operation.key))}>
            {messages.queuedOperations.discard}
            <VisuallyHidden> {messages.labels.operation[operation.op]}</VisuallyHidden>
          </Button>
        </Group>
      )}
    </Group>
  ));
}

function statusText(operation: ShownOperation, before: ShownItem[], isOnline: boolean, messages: Messages): string {
  const { state, error, isHeld } = operation;
  if (error) return errorText(error, messages);
  if (state === 'sending' || state === 'sent') return messages.queuedOperations.sending;
  if (before.some((item) => item.state === 'failed')) return messages.queuedOperations.afterRefused;
  if (before.some(isShownPhoto)) return messages.queuedOperations.afterPhotos;
  return isHeld && isOnline ? messages.queuedOperations.held : messages.upload.waiting;
}
