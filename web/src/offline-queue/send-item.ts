import { ApiError } from '../http/errors.ts';
import { currentSession } from '../session/session-store.ts';
import { UnreadablePhotoError } from './resize-photo.ts';
import { sendOperation } from './send-operation.ts';
import { sendPhoto } from './send-photo.ts';
import { isOperationItem, isPhotoItem, listItems, type QueueItem, updateItem } from './stored-items.ts';

/**
 * Sends an item to the service.
 * @throws UnreadablePhotoError; whatever `call` throws
 */
export async function requestItem(item: QueueItem): Promise<void> {
  if (isOperationItem(item)) return sendOperation(item);
  if (isPhotoItem(item)) return sendPhoto(item);
  // Apart from the script of the first page, which has a maximum of bytes.
  const { sendComment } = await import('./send-comment.ts');
  return sendComment(item);
}

/** Stores a refusal with an item, beside what the attempt has stored. */
export async function storeRefusal(item: QueueItem, refusal: QueueItem['refusal']): Promise<void> {
  const stored = (await listItems(item.user)).find(({ key }) => key === item.key);
  await updateItem({ ...(stored ?? item), refusal });
}

/** The error to store with an item; undefined when another attempt may succeed. */
export function finalRefusal(error: unknown, { user }: QueueItem): QueueItem['refusal'] {
  if (error instanceof UnreadablePhotoError) return 'unreadable';
  const isFinal =
    error instanceof ApiError && error.status < 500 && ![401, 429].includes(error.status) && currentSession()?.user.id === user;
  if (!isFinal) return undefined;
  const { status, message, retryAfterSeconds: retryAfter } = error;
  return { status, message, retryAfter };
}

/** The stored error of an item, as it was thrown. */
export function storedError(item: QueueItem): unknown {
  const { refusal } = item;
  if (refusal === 'unreadable') return new UnreadablePhotoError(isPhotoItem(item) ? item.file.name : '');
  return refusal && new ApiError(refusal.status, refusal.message, { retryAfterSeconds: refusal.retryAfter });
}
