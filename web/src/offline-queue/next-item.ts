import { isEntry, isHeld, isOperationItem, isPhotoItem, type QueueItem } from './stored-items.ts';

/**
 * Whether `other` of the same ticket has to be sent before `item`: what was added before it, but Start before photos, which the
 * service accepts only then, and photos in any order. What is filled in waits for Start and for what was filled in before.
 */
function comesBefore(other: QueueItem, item: QueueItem): boolean {
  if (other.ticketId !== item.ticketId || other.key === item.key) return false;
  if (isPhotoItem(item) && (isOperationItem(other) || isPhotoItem(other))) return isStart(other);
  if (isFilledIn(item) && !isFilledIn(other) && !isStart(other)) return false;
  return other.key < item.key && !(isStart(item) && isPhotoItem(other));
}

const isFilledIn = (item: QueueItem): boolean => isOperationItem(item) && isEntry(item);
const isStart = (item: QueueItem): boolean => isOperationItem(item) && item.op === 'start';

/**
 * The next item to send. Within a ticket operations, comments and costs are sent in the order in which they were added, photos after
 * Start and after the comments before them, and Finish after what was added before it. Between tickets an operation whose turn it is goes before photos, because it is small
 * and others wait for the new status; otherwise the item that was added first is next. An operation behind a refused item of
 * its ticket waits until the user sends that item again (`retry`) or removes it (`discard`), because the service accepts no
 * photo after `done` (`canUploadPhoto` in src/product/visibility.ts). Nothing waits for a refused comment or line of costs.
 */
export function nextItem(items: readonly QueueItem[], skippedTickets: ReadonlySet<number>): QueueItem | undefined {
  const refused = items.filter((item) => item.refusal && (isOperationItem(item) || isPhotoItem(item)));
  const isHeldBack = (item: QueueItem): boolean => isOperationItem(item) && refused.some((other) => comesBefore(other, item));
  const sendable = items.filter((item) => !item.refusal && !skippedTickets.has(item.ticketId) && !isHeldBack(item));
  const next = sendable.filter((item) => !isHeld(item) && !sendable.some((other) => comesBefore(other, item)));
  return next.find(isOperationItem) ?? next[0];
}
