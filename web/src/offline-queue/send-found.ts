import { call, queuedRequestTimeoutMs } from '../api/client.ts';
import { UnreadablePhotoError } from '../lib/photo-errors.ts';
import { showToast } from '../lib/toasts.ts';
import { currentSession } from '../session/session-store.ts';
import { beginAttempt, type CommentItem, type FoundDetails, hasItem, isAnswerForgotten } from './stored-items.ts';

/**
 * Reports another defect with its pictures in one request. Pictures that cannot be read are left out: the text must not be lost with them.
 * @throws whatever `call` throws
 */
export async function sendFound(item: CommentItem, { category, floor, equipment_id }: FoundDetails): Promise<void> {
  const { key, user, ticketId: id, text, files } = item;
  if (item.triedAt !== undefined && isAnswerForgotten(item) && (await wasSent(item))) return;
  const body = new FormData();
  body.set('text', text);
  if (category) body.set('category', category);
  if (floor) body.set('floor', floor);
  if (equipment_id !== undefined) body.set('equipment_id', String(equipment_id));
  for (const picture of await resizeReadable(files)) body.append('photo', picture, picture.name);
  const idempotencyKey = await beginAttempt(item);
  if (!(await hasItem(key))) return;
  await call('POST /ext/tickets/{id}/reports', { params: { id }, user, body, idempotencyKey });
}

async function resizeReadable(files: readonly File[]): Promise<File[]> {
  if (files.length === 0) return [];
  const { resizePhoto } = await import('./resize-photo.ts'); // apart, as for photos
  const resized: File[] = [];
  for (const file of files) {
    try {
      resized.push(await resizePhoto(file));
    } catch (error) {
      if (!(error instanceof UnreadablePhotoError)) throw error;
      showToast({ error });
    }
  }
  return resized;
}

/** Whether this user has reported the same from the ticket, by an attempt whose answer was lost. */
async function wasSent({ ticketId: id, text, triedAt = 0 }: CommentItem): Promise<boolean> {
  const query = { limit: 100, order: 'desc' } as const;
  const signal = AbortSignal.timeout(queuedRequestTimeoutMs);
  const { items } = await call('GET /ext/tickets/{id}/reports', { params: { id }, query, signal });
  const me = currentSession()?.user.id;
  const earliest = triedAt - maxClockDifferenceMs;
  return items.some(
    (report) => report.reported_by?.id === me && report.text === text && Date.parse(report.created_at) > earliest,
  );
}

/** How far the clock of this device may be behind or ahead. */
const maxClockDifferenceMs = 24 * 3_600_000;
