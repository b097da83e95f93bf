import { call, queuedRequestTimeoutMs } from '../../api/client.ts';
import { invalidate } from '../../api/invalidation.ts';
import { queryClient } from '../../api/query-client.ts';
import { isStatus } from '../../http/errors.ts';
import { createStore, useStore } from '../../lib/create-store.ts';
import { hasSameShape, parseStored, safeSessionStorage } from '../../lib/storage.ts';
import { removeToast, showToast } from '../../lib/toasts.ts';
import { useShownOperations } from '../../offline-queue/shown-items.ts';

// Photos that the user has deleted. The service cannot restore a photo, so the request is sent when the undo is gone: when
// its toast is dismissed, or when the page is left. When the work is marked as done before, the offline queue sends it.

interface PhotoDeletion {
  /** the key of the account */
  by: string;
  /** the id of the ticket */
  ticket: number;
  /** the id of the photo */
  photo: number;
  /** the id of its toast */
  toast?: number;
  sending?: Promise<void>;
  isAnswered?: boolean;
  /** the offline queue sends it */
  isQueued?: boolean;
}

const deletions = createStore<readonly PhotoDeletion[]>([]);

/** The ids of the photos of a ticket that are not shown any more, also after their deletion was sent. */
export function useDeletedPhotos(ticket: number): ReadonlySet<number> {
  const here = useStore(deletions).filter((deletion) => deletion.ticket === ticket);
  const queued = useShownOperations(ticket).filter(({ state }) => state !== 'failed');
  return new Set([...here.map(({ photo }) => photo), ...queued.flatMap(({ deletedPhotos }) => deletedPhotos)]);
}

const undoDeletion = (photo: number): void => deletions.set(deletions.get().filter((deletion) => deletion.photo !== photo));

/**
 * Hides a photo and shows a toast with an undo.
 * @param text the text of the toast
 */
export function schedulePhotoDeletion(by: string, ticket: number, photo: number, text: string): void {
  const toast = showToast({
    text,
    undo: () => undoDeletion(photo),
    onDismiss: () => showErrorOf(sendDeletions((deletion) => deletion.photo === photo)),
  });
  deletions.set([...deletions.get(), { by, ticket, photo, toast }]);
}

/** Sends the deletions of a ticket whose page is left; an error is shown as a toast. */
export const sendPhotoDeletions = (ticket: number): void => showErrorOf(sendDeletions((deletion) => deletion.ticket === ticket));

/**
 * Leaves the deletions of a ticket that are not answered to the offline queue.
 * @param enqueue adds them, by the ids of the photos, to the operation after which no photo can be deleted
 */
export async function queuePhotoDeletions(ticket: number, enqueue: (photos: number[]) => Promise<void>): Promise<void> {
  const queued = deletions.get().filter((deletion) => deletion.ticket === ticket && !deletion.isAnswered);
  for (const deletion of queued) {
    deletion.isQueued = true;
    if (deletion.toast) removeToast(deletion.toast);
  }
  await enqueue(queued.map(({ photo }) => photo));
  deletions.set(deletions.get().filter((deletion) => !queued.includes(deletion)));
}

async function sendDeletions(isMeant: (deletion: PhotoDeletion) => boolean): Promise<void> {
  await Promise.all(
    deletions
      .get()
      .filter((deletion) => !deletion.isQueued && isMeant(deletion))
      .map(sendOnce),
  );
}

const showErrorOf = (sending: Promise<void>): void => void sending.catch((error: Error) => showToast({ error }));

function sendOnce(deletion: PhotoDeletion): Promise<void> {
  if (deletion.toast) removeToast(deletion.toast);
  deletion.sending ??= sendDeletion(deletion);
  return deletion.sending;
}

async function sendDeletion(deletion: PhotoDeletion): Promise<void> {
  const { ticket: id, photo: photo_id } = deletion;
  try {
    await call('DELETE /tickets/{id}/photos/{photo_id}', {
      params: { id, photo_id },
      keepalive: true,
      signal: AbortSignal.timeout(queuedRequestTimeoutMs),
    });
    deletion.isAnswered = true;
  } catch (error) {
    if (deletion.isQueued || isStatus(error, 404)) return; // somebody else has deleted it
    undoDeletion(photo_id);
    throw error;
  } finally {
    invalidate(queryClient, 'GET /tickets/{id}/photos', 'GET /tickets/{id}/events');
  }
}

// The browser may drop the requests of a page that is left: the same tab sends them again when it is loaded again.
const storageKey = 'removals';
const isDeletion = (value: unknown): value is PhotoDeletion => hasSameShape({ by: '', ticket: 0, photo: 0 }, value);

addEventListener('pagehide', () => {
  const unsent = deletions
    .get()
    .filter(({ sending, isQueued }) => !sending && !isQueued)
    .map(({ by, ticket, photo }) => ({ by, ticket, photo }));
  if (unsent.length > 0) safeSessionStorage.setItem(storageKey, JSON.stringify(unsent));
  showErrorOf(sendDeletions(() => true));
});

/**
 * Sends the deletions that were stored when the page was left.
 * @param by the key of the present account: the deletions of another one are dropped
 */
export function resumePhotoDeletions(by: string): void {
  const stored: unknown[] = parseStored(safeSessionStorage.getItem(storageKey), Array.isArray) ?? [];
  safeSessionStorage.removeItem(storageKey);
  const own = stored.filter(isDeletion).filter((deletion) => deletion.by === by);
  if (own.length === 0) return;
  deletions.set([...deletions.get(), ...own]);
  showErrorOf(sendDeletions((deletion) => own.includes(deletion)));
}
