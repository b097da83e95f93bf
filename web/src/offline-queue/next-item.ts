import { isHeld, isOperationItem, type QueueItem } from './stored-items.ts';

/** Whether `other` of the same ticket has to be sent before `item`: Start before photos, which the service accepts only then. */
function comesBefore(other: QueueItem, item: QueueItem): boolean {
  if (other.ticketId !== item.ticketId || other.key === item.key) return false;
  if (!isOperationItem(item)) return isStart(other);
  return other.key < item.key && !(isStart(item) && !isOperationItem(other));
}

const isStart = (item: QueueItem): boolean => isOperationItem(item) && item.op === 'start';

/**
 * The next item to send. Within a ticket operations are sent in the order in which they were added, photos after Start and
 * Finish after what was added before it. Between tickets an operation whose turn it is goes before photos, because it is small
 * and others wait for the new status; otherwise the item that was added first is next. An operation behind a refused item of
 * its ticket waits until the user sends that item again (`retry`) or removes it (`discard`), because the service accepts no
 * photo after `done` (`canUploadPhoto` in src/product/visibility.ts).
 */
export function nextItem(items: readonly QueueItem[], skippedTickets: ReadonlySet<number>): QueueItem | undefined {
  const refused = items.filter(({ refusal }) => refusal);
  const isHeldBack = (item: QueueItem): boolean => isOperationItem(item) && refused.some((other) => comesBefore(other, item));
  const sendable = items.filter((item) => !item.refusal && !skippedTickets.has(item.ticketId) && !isHeldBack(item));
  const next = sendable.filter((item) => !isHeld(item) && !sendable.some((other) => comesBefore(other, item)));
  return next.find(isOperationItem) ?? next[0];
}
