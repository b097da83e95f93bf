import { call, queuedRequestTimeoutMs } from '../api/client.ts';
import { currentSession } from '../session/session-store.ts';
import { resizePhoto, UnreadablePhotoError } from './resize-photo.ts';
import { updateShownItem } from './shown-items.ts';
import { type CommentItem, hasItem, updateItem } from './stored-items.ts';

const requestSignal = (): AbortSignal => AbortSignal.timeout(queuedRequestTimeoutMs);

/**
 * Sends a comment and then its pictures, unless the item was removed meanwhile. What an earlier attempt has sent, whose response
 * was lost, is not sent again.
 * @throws UnreadablePhotoError; whatever `call` throws
 */
export async function sendComment(item: CommentItem): Promise<void> {
  const { key } = item;
  if (!(await hasItem(key))) return;
  updateShownItem(key, { state: 'sending', error: undefined });
  const commentId = item.commentId ?? (await sendText(item));
  if (commentId === undefined || item.files.length === 0) return;
  await updateItem({ ...item, commentId });
  updateShownItem(key, { commentId });
  let unreadable: UnreadablePhotoError | undefined;
  for (const file of item.files) {
    await sendPicture(item, commentId, file).catch((error) => {
      if (!(error instanceof UnreadablePhotoError)) throw error;
      unreadable = error; // the other pictures are sent all the same
    });
  }
  if (unreadable) throw unreadable;
}

/** @returns the id of the comment; undefined when the item was removed */
async function sendText(item: CommentItem): Promise<number | undefined> {
  const { user, ticketId: id, text } = item;
  const sent = item.newestIdBefore === undefined ? undefined : await findSent(item, item.newestIdBefore);
  if (sent !== undefined) return sent;
  if (item.newestIdBefore === undefined) await updateItem({ ...item, newestIdBefore: await newestId(id) });
  if (!(await hasItem(item.key))) return undefined;
  const comment = await call('POST /ext/tickets/{id}/comments', {
    params: { id },
    user,
    body: { text },
    signal: requestSignal(),
  });
  return comment.id;
}

/** The id of the newest comment of a ticket, 0 without one. */
async function newestId(id: number): Promise<number> {
  const query = { limit: 1, order: 'desc' } as const;
  const { items } = await call('GET /ext/tickets/{id}/comments', { params: { id }, query, signal: requestSignal() });
  return items[0]?.id ?? 0;
}

/** The id of an equal comment of this user that is newer than those before the first attempt. */
async function findSent({ ticketId: id, text }: CommentItem, newestIdBefore: number): Promise<number | undefined> {
  const query = { limit: 100, order: 'desc' } as const;
  const { items } = await call('GET /ext/tickets/{id}/comments', { params: { id }, query, signal: requestSignal() });
  const me = currentSession()?.user.id;
  return items.find((comment) => comment.id > newestIdBefore && comment.author_id === me && comment.text === text)?.id;
}

/** Uploads a picture unless the comment has one with the same name and size. */
async function sendPicture({ user, ticketId: id }: CommentItem, commentId: number, file: File): Promise<void> {
  const resized = await resizePhoto(file);
  const query = { limit: 100, order: 'desc' } as const;
  const { items } = await call('GET /ext/tickets/{id}/attachments', { params: { id }, query, signal: requestSignal() });
  const isSame = (one: (typeof items)[number]): boolean =>
    one.comment_id === commentId && one.filename === resized.name && one.size === resized.size;
  if (items.some(isSame)) return;
  const body = new FormData();
  body.set('kind', 'comment');
  body.set('comment_id', String(commentId));
  body.set('file', resized, resized.name);
  await call('POST /ext/tickets/{id}/attachments', { params: { id }, user, body });
}
