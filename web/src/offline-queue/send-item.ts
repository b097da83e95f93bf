import { newIdempotencyKey } from '../../../clients/typescript/src/index.ts';
import { ApiError, isFinal } from '../http/errors.ts';
import { UnreadablePhotoError } from '../lib/photo-errors.ts';
import { currentAccountKey } from '../session/session-store.ts';
import { sendOperation } from './send-operation.ts';
import { isCostItem, isOperationItem, isPhotoItem, isRequestItem, type QueueItem, updateItem } from './stored-items.ts';

/**
 * Sends an item to the service.
 * @throws UnreadablePhotoError; whatever `call` throws
 */
export async function requestItem(item: QueueItem): Promise<void> {
  if (isOperationItem(item)) return sendOperation(item);
  // Apart from the script of the first page, which has a maximum of bytes.
  if (isPhotoItem(item)) return (await import('./send-photo.ts')).sendPhoto(item);
  if (isCostItem(item)) return (await import('./send-cost.ts')).sendCost(item);
  if (isRequestItem(item)) return (await import('./send-request.ts')).sendRequest(item);
  const { sendComment } = await import('./send-comment.ts');
  return sendComment(item);
}

/** Stores a refusal with an item. Its next attempt has another key, because the service repeats refusals. */
export const storeRefusal = ({ key }: QueueItem, refusal: QueueItem['refusal']): Promise<void> =>
  updateItem(key, { refusal, idempotencyKey: newIdempotencyKey(), triedAt: undefined });

/** The error to store with an item; undefined when another attempt may succeed. */
export function finalRefusal(error: unknown, { user }: QueueItem): QueueItem['refusal'] {
  if (error instanceof UnreadablePhotoError) return 'unreadable';
  if (!isFinal(error) || currentAccountKey() !== user) return undefined;
  const { status, message, retryAfterSeconds: retryAfter } = error;
  return { status, message, retryAfter };
}

/** The stored error of an item, as it was thrown. */
export function storedError(item: QueueItem): unknown {
  const { refusal } = item;
  if (refusal === 'unreadable') return new UnreadablePhotoError(isPhotoItem(item) ? item.file.name : '');
  return refusal && new ApiError(refusal.status, refusal.message, { retryAfterSeconds: refusal.retryAfter });
}
