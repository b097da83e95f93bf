import { call, queuedRequestTimeoutMs } from '../api/client.ts';
import type { TicketPhoto } from '../contract/schemas.ts';
import { currentSession } from '../session/session-store.ts';
import { updateShownItem } from './shown-items.ts';
import { beginAttempt, hasItem, isAnswerForgotten, type PhotoItem, updateItem } from './stored-items.ts';

/**
 * Uploads a photo, unless the item was removed meanwhile.
 * @throws UnreadablePhotoError; whatever `call` throws
 */
export async function sendPhoto(photo: PhotoItem): Promise<void> {
  const { resizePhoto } = await import('./resize-photo.ts'); // loaded with the first photo: most visits send none
  const file = photo.isReady ? photo.file : await resizePhoto(photo.file);
  const sentId = photo.photoId ?? (photo.wasTried && isAnswerForgotten(photo) ? await findUploaded(photo, file) : undefined);
  const idempotencyKey = await beginAttempt(photo, { file, isReady: true, wasTried: true });
  if (!(await hasItem(photo.key))) return;
  const photoId = sentId ?? (await upload(photo, file, idempotencyKey));
  if (!photo.checklistItem) return;
  await updateItem(photo.key, { photoId });
  const { sendPhotoAnswer } = await import('./send-answers.ts');
  await sendPhotoAnswer(photo, photoId, `${idempotencyKey}-answer`);
}

/** @returns the id of the photo */
async function upload({ key, user, ticketId: id, isReport }: PhotoItem, file: File, idempotencyKey: string): Promise<number> {
  updateShownItem(key, { state: 'sending', progress: 0, error: undefined });
  const body = new FormData();
  if (isReport) body.set('kind', 'report');
  body.set('file', file, file.name);
  const uploaded = await call(isReport ? 'POST /ext/tickets/{id}/attachments' : 'POST /tickets/{id}/photos', {
    params: { id },
    user,
    body,
    idempotencyKey,
    onProgress: (progress) => updateShownItem(key, { progress }),
  });
  return uploaded.id;
}

/** The id of a photo of this user that the ticket has with the same name and size. */
async function findUploaded({ ticketId: id, isReport }: PhotoItem, file: File): Promise<number | undefined> {
  const query = { limit: 100, order: 'desc' } as const;
  const signal = AbortSignal.timeout(queuedRequestTimeoutMs);
  const me = currentSession()?.user.id;
  if (isReport) {
    const { items } = await call('GET /ext/tickets/{id}/attachments', { params: { id }, query, signal });
    return items.find(({ filename, size, author_id }) => filename === file.name && size === file.size && author_id === me)?.id;
  }
  const { items } = await call('GET /tickets/{id}/photos', { params: { id }, query, signal });
  const isSame = (photo: TicketPhoto): boolean =>
    photo.original_name === file.name && photo.size_bytes === file.size && photo.uploader_id === me;
  return items.find(isSame)?.id;
}
