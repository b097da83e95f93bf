import { call, queuedRequestTimeoutMs } from '../api/client.ts';
import { currentSession } from '../session/session-store.ts';
import { updateShownItem } from './shown-items.ts';
import { beginAttempt, hasItem, isAnswerForgotten, type PhotoItem } from './stored-items.ts';

/**
 * Uploads a photo, unless the item was removed meanwhile.
 * @throws UnreadablePhotoError; whatever `call` throws
 */
export async function sendPhoto(photo: PhotoItem): Promise<void> {
  const { resizePhoto } = await import('./resize-photo.ts'); // loaded with the first photo: most visits send none
  const file = photo.isReady ? photo.file : await resizePhoto(photo.file);
  if (photo.wasTried && isAnswerForgotten(photo) && (await wasUploaded(photo, file))) return;
  const idempotencyKey = await beginAttempt(photo, { file, isReady: true, wasTried: true });
  if (await hasItem(photo.key)) await upload(photo, file, idempotencyKey);
}

async function upload({ key, user, ticketId: id, isReport }: PhotoItem, file: File, idempotencyKey: string): Promise<void> {
  updateShownItem(key, { state: 'sending', progress: 0, error: undefined });
  const body = new FormData();
  if (isReport) body.set('kind', 'report');
  body.set('file', file, file.name);
  await call(isReport ? 'POST /ext/tickets/{id}/attachments' : 'POST /tickets/{id}/photos', {
    params: { id },
    user,
    body,
    idempotencyKey,
    onProgress: (progress) => updateShownItem(key, { progress }),
  });
}

/** Whether the ticket has a photo of this user with the same name and size. */
async function wasUploaded({ ticketId: id, isReport }: PhotoItem, file: File): Promise<boolean> {
  const query = { limit: 100, order: 'desc' } as const;
  const signal = AbortSignal.timeout(queuedRequestTimeoutMs);
  const me = currentSession()?.user.id;
  if (isReport) {
    const { items } = await call('GET /ext/tickets/{id}/attachments', { params: { id }, query, signal });
    return items.some(({ filename, size, author_id }) => filename === file.name && size === file.size && author_id === me);
  }
  const { items } = await call('GET /tickets/{id}/photos', { params: { id }, query, signal });
  return items.some((photo) => photo.original_name === file.name && photo.size_bytes === file.size && photo.uploader_id === me);
}
