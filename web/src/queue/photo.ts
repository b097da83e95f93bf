import { call } from '../api/client.ts';
import { current } from '../session/store.ts';
import { amend, isKept, type KeptPhoto, patience } from './kept.ts';
import { changeQueued } from './list.ts';
import { shrink } from './shrink.ts';

/** @throws UnreadablePhoto, and what the service says against it */
export async function sendPhoto(photo: KeptPhoto): Promise<void> {
  const file = photo.isReady ? photo.file : await shrink(photo.file);
  if (photo.wasTried && (await hasArrived(photo.ticketId, file))) return;
  if (!photo.wasTried) await amend({ ...photo, file, isReady: true, wasTried: true });
  if (await isKept(photo.key)) await send(photo, file);
}

async function send({ key, user, ticketId: id }: KeptPhoto, file: File): Promise<void> {
  changeQueued(key, { state: 'sending', progress: 0, error: undefined });
  const body = new FormData();
  body.set('file', file, file.name);
  await call('POST /tickets/{id}/photos', {
    params: { id },
    user,
    body,
    onProgress: (progress) => changeQueued(key, { progress }),
  });
}

/** When the link broke before the answer, the photo may be there already. */
async function hasArrived(id: number, file: File): Promise<boolean> {
  const newest = { limit: 100, order: 'desc' } as const;
  const signal = AbortSignal.timeout(patience);
  const { items } = await call('GET /tickets/{id}/photos', { params: { id }, query: newest, signal });
  const me = current()?.user.id;
  return items.some((photo) => photo.original_name === file.name && photo.size_bytes === file.size && photo.uploader_id === me);
}
