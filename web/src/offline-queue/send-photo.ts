import { call } from '../api/client.ts';
import { currentSession } from '../session/session-store.ts';
import { resizePhoto } from './resize-photo.ts';
import { hasItem, type PhotoItem, queueTimeoutMs, updateItem } from './store.ts';
import { updateEntry } from './view.ts';

/** @throws UnreadablePhoto, and what the service says against it */
export async function sendPhoto(photo: PhotoItem): Promise<void> {
  const file = photo.isReady ? photo.file : await resizePhoto(photo.file);
  if (photo.wasTried && (await hasArrived(photo.ticketId, file))) return;
  if (!photo.wasTried) await updateItem({ ...photo, file, isReady: true, wasTried: true });
  if (await hasItem(photo.key)) await send(photo, file);
}

async function send({ key, user, ticketId: id }: PhotoItem, file: File): Promise<void> {
  updateEntry(key, { state: 'sending', progress: 0, error: undefined });
  const body = new FormData();
  body.set('file', file, file.name);
  await call('POST /tickets/{id}/photos', {
    params: { id },
    user,
    body,
    onProgress: (progress) => updateEntry(key, { progress }),
  });
}

/** When the link broke before the answer, the photo may be there already. */
async function hasArrived(id: number, file: File): Promise<boolean> {
  const newest = { limit: 100, order: 'desc' } as const;
  const signal = AbortSignal.timeout(queueTimeoutMs);
  const { items } = await call('GET /tickets/{id}/photos', { params: { id }, query: newest, signal });
  const me = currentSession()?.user.id;
  return items.some((photo) => photo.original_name === file.name && photo.size_bytes === file.size && photo.uploader_id === me);
}
