import { call, queuedRequestTimeoutMs } from '../api/client.ts';
import type { TicketComment } from '../contract/schemas.ts';
import { UnreadablePhotoError } from '../lib/photo-errors.ts';
import { currentSession } from '../session/session-store.ts';
import { sendFound } from './send-found.ts';
import { updateShownItem } from './shown-items.ts';
import { beginAttempt, type CommentItem, hasItem, isAnswerForgotten, updateItem } from './stored-items.ts';

const requestSignal = (): AbortSignal => AbortSignal.timeout(queuedRequestTimeoutMs);

/**
 * Sends a comment and then its pictures, or the report of another defect, unless the item was removed meanwhile.
 * @throws UnreadablePhotoError; whatever `call` throws
 */
export async function sendComment(item: CommentItem): Promise<void> {
  const { key } = item;
  if (!(await hasItem(key))) return;
  updateShownItem(key, { state: 'sending', error: undefined });
  if (item.found) return sendFound(item, item.found);
  const commentId = item.commentId ?? (await sendText(item));
  if (commentId === undefined || item.files.length === 0) return;
  await updateItem(key, { commentId });
  updateShownItem(key, { commentId });
  await sendPictures(item, commentId, item.idempotencyKey ?? (await beginAttempt(item)));
}

/** @returns the id of the comment; undefined when the item was removed */
async function sendText(item: CommentItem): Promise<number | undefined> {
  const { user, ticketId: id, text, internal = false, toReporter = false, newestIdBefore } = item;
  const isSought = newestIdBefore !== undefined && isAnswerForgotten(item);
  const sent = isSought ? await findSent(item, newestIdBefore) : undefined;
  if (sent !== undefined) return sent;
  const idempotencyKey = await beginAttempt(item, { newestIdBefore: newestIdBefore ?? (await newestId(id)) });
  if (!(await hasItem(item.key))) return undefined;
  const comment = await call('POST /ext/tickets/{id}/comments', {
    params: { id },
    user,
    body: { text, ...(internal && { internal }), ...(toReporter && { to_reporter: toReporter }) },
    idempotencyKey,
    signal: requestSignal(),
  });
  return comment.id;
}

/** Sends the pictures that were not sent before, also those behind an unreadable one. */
async function sendPictures(item: CommentItem, commentId: number, idempotencyKey: string): Promise<void> {
  const sentFiles = [...(item.sentFiles ?? [])];
  let unreadable: UnreadablePhotoError | undefined;
  for (const [position, file] of item.files.entries()) {
    if (sentFiles.includes(position)) continue;
    try {
      await sendPicture(item, commentId, file, `${idempotencyKey}-${position}`);
      sentFiles.push(position);
      await updateItem(item.key, { sentFiles });
    } catch (error) {
      if (!(error instanceof UnreadablePhotoError)) throw error;
      unreadable = error;
    }
  }
  if (unreadable) throw unreadable;
}

/** The id of the newest comment of a ticket, 0 without one. */
async function newestId(id: number): Promise<number> {
  const query = { limit: 1, order: 'desc' } as const;
  const { items } = await call('GET /ext/tickets/{id}/comments', { params: { id }, query, signal: requestSignal() });
  return items[0]?.id ?? 0;
}

/** The id of an equal comment of this user that is newer than those before the first attempt. */
async function findSent(item: CommentItem, newestIdBefore: number): Promise<number | undefined> {
  const { ticketId: id, text, internal = false, toReporter = false } = item;
  const query = { limit: 100, order: 'desc' } as const;
  const { items } = await call('GET /ext/tickets/{id}/comments', { params: { id }, query, signal: requestSignal() });
  const me = currentSession()?.user.id;
  const isSame = (comment: TicketComment): boolean =>
    comment.author_id === me && comment.text === text && comment.internal === internal && comment.to_reporter === toReporter;
  return items.find((comment) => comment.id > newestIdBefore && isSame(comment))?.id;
}

async function sendPicture(item: CommentItem, commentId: number, file: File, idempotencyKey: string): Promise<void> {
  const { resizePhoto } = await import('./resize-photo.ts'); // apart, as for photos
  const resized = await resizePhoto(file);
  if (isAnswerForgotten(item) && (await hasPicture(item, commentId, resized))) return;
  const body = new FormData();
  body.set('kind', 'comment');
  body.set('comment_id', String(commentId));
  body.set('file', resized, resized.name);
  const { user, ticketId: id } = item;
  await call('POST /ext/tickets/{id}/attachments', { params: { id }, user, body, idempotencyKey });
}

/** Whether a comment has a picture with the same name and size. */
async function hasPicture({ ticketId: id }: CommentItem, commentId: number, { name, size }: File): Promise<boolean> {
  const query = { limit: 100, order: 'desc' } as const;
  const { items } = await call('GET /ext/tickets/{id}/attachments', { params: { id }, query, signal: requestSignal() });
  return items.some((one) => one.comment_id === commentId && one.filename === name && one.size === size);
}
