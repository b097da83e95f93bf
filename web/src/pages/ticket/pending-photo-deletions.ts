import { call, queuedRequestTimeoutMs } from '../../api/client.ts';
import { invalidate } from '../../api/invalidation.ts';
import { queryClient } from '../../api/query-client.ts';
import { isStatus } from '../../http/errors.ts';
import { createStore, useStore } from '../../lib/create-store.ts';
import { hasSameShape, parseStored, safeSessionStorage } from '../../lib/storage.ts';
import { removeToast, showToast } from '../../lib/toasts.ts';

// Photos that the user has deleted. The service cannot restore a photo, so the request is sent when the undo is gone: when
// its toast is dismissed, when the page is left, or before the work is marked as done.

interface PhotoDeletion {
  /** the id of the user */
  by: string;
  /** the id of the ticket */
  ticket: number;
  /** the id of the photo */
  photo: number;
  /** the id of its toast */
  toast?: number;
  sending?: Promise<void>;
}

const deletions = createStore<readonly PhotoDeletion[]>([]);

/** The photos that are not shown any more, also after their deletion was sent. */
export const usePendingPhotoDeletions = (): readonly PhotoDeletion[] => useStore(deletions);

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

/**
 * Sends the deletions of a ticket.
 * @returns when all were answered
 * @throws whatever `call` throws
 */
export const sendPhotoDeletions = (ticket: number): Promise<void> => sendDeletions((deletion) => deletion.ticket === ticket);

/** The same, for whoever leaves the page: an error is shown as a toast. */
export const sendPhotoDeletionsInBackground = (ticket: number): void => showErrorOf(sendPhotoDeletions(ticket));

async function sendDeletions(isMeant: (deletion: PhotoDeletion) => boolean): Promise<void> {
  await Promise.all(deletions.get().filter(isMeant).map(sendOnce));
}

const showErrorOf = (sending: Promise<void>): void => void sending.catch((error: Error) => showToast({ error }));

function sendOnce(deletion: PhotoDeletion): Promise<void> {
  if (deletion.toast) removeToast(deletion.toast);
  deletion.sending ??= sendDeletion(deletion);
  return deletion.sending;
}

async function sendDeletion({ ticket: id, photo: photo_id }: PhotoDeletion): Promise<void> {
  try {
    await call('DELETE /tickets/{id}/photos/{photo_id}', {
      params: { id, photo_id },
      keepalive: true,
      signal: AbortSignal.timeout(queuedRequestTimeoutMs),
    });
  } catch (error) {
    if (isStatus(error, 404)) return; // somebody else has deleted it
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
    .filter(({ sending }) => !sending)
    .map(({ by, ticket, photo }) => ({ by, ticket, photo }));
  if (unsent.length > 0) safeSessionStorage.setItem(storageKey, JSON.stringify(unsent));
  showErrorOf(sendDeletions(() => true));
});

/**
 * Sends the deletions that were stored when the page was left.
 * @param by the id of the user who is signed in: the deletions of another user are dropped
 */
export function resumePhotoDeletions(by: string): void {
  const stored: unknown[] = parseStored(safeSessionStorage.getItem(storageKey), Array.isArray) ?? [];
  safeSessionStorage.removeItem(storageKey);
  const own = stored.filter(isDeletion).filter((deletion) => deletion.by === by);
  if (own.length === 0) return;
  deletions.set([...deletions.get(), ...own]);
  showErrorOf(sendDeletions((deletion) => own.includes(deletion)));
}
