import { useSyncExternalStore } from 'react';
import { call } from '../../api/client.ts';
import { invalidate, queryClient } from '../../api/queries.ts';
import { isStatus } from '../../http/errors.ts';
import { hasSameShape, parseStored, safeSessionStorage } from '../../lib/storage.ts';
import { removeToast, showToast } from '../../lib/toasts.ts';
import { queueTimeoutMs } from '../../offline-queue/store.ts';

// Photos that were removed here. The service cannot take a removal back, so it is sent when its
// notice goes and the undo with it: by itself, with the page, or before the work is called done.

interface Removal {
  by: string;
  ticket: number;
  photo: number;
  notice?: number;
  sending?: Promise<void>;
}

let removals: readonly Removal[] = [];
const listeners = new Set<() => void>();

function set(next: readonly Removal[]): void {
  removals = next;
  for (const listener of listeners) listener();
}

/** What is not shown any more; what was removed for good stays among it. */
export const usePendingPhotoDeletions = (): readonly Removal[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => removals,
  );

const forget = (photo: number): void => set(removals.filter((removal) => removal.photo !== photo));

export function schedulePhotoDeletion(by: string, ticket: number, photo: number, text: string): void {
  const notice = showToast({ text, undo: () => forget(photo), onGone: () => quietly(send((one) => one.photo === photo)) });
  set([...removals, { by, ticket, photo, notice }]);
}

/** Sends what waits, and comes to its end when all of a ticket is sent. */
export const sendPhotoDeletions = (ticket: number): Promise<void> => send((one) => one.ticket === ticket);

/** Whoever leaves the page does not wait for them. */
export const sendPhotoDeletionsInBackground = (ticket: number): void => quietly(sendPhotoDeletions(ticket));

async function send(which: (removal: Removal) => boolean): Promise<void> {
  await Promise.all(removals.filter(which).map(sendOnce));
}

const quietly = (sending: Promise<void>): void => void sending.catch((error: Error) => showToast({ error }));

function sendOnce(removal: Removal): Promise<void> {
  if (removal.notice) removeToast(removal.notice);
  removal.sending ??= attempt(removal);
  return removal.sending;
}

async function attempt({ ticket: id, photo: photo_id }: Removal): Promise<void> {
  try {
    await call('DELETE /tickets/{id}/photos/{photo_id}', {
      params: { id, photo_id },
      keepalive: true,
      signal: AbortSignal.timeout(queueTimeoutMs),
    });
  } catch (error) {
    if (isStatus(error, 404)) return; // somebody else was faster
    forget(photo_id);
    throw error;
  } finally {
    invalidate(queryClient, 'GET /tickets/{id}/photos', 'GET /tickets/{id}/events');
  }
}

// What is sent with the page's last breath may not get out: the same tab sends it again when it is back.
const kept = 'removals';
const isRemoval = (value: unknown): value is Removal => hasSameShape({ by: '', ticket: 0, photo: 0 }, value);

addEventListener('pagehide', () => {
  const waiting = removals.filter(({ sending }) => !sending).map(({ by, ticket, photo }) => ({ by, ticket, photo }));
  if (waiting.length > 0) safeSessionStorage.setItem(kept, JSON.stringify(waiting));
  quietly(send(() => true));
});

/** Sends what somebody removed before the page was loaded again. */
export function resumePhotoDeletions(by: string): void {
  const left: unknown[] = parseStored(safeSessionStorage.getItem(kept), Array.isArray) ?? [];
  safeSessionStorage.removeItem(kept);
  const own = left.filter(isRemoval).filter((removal) => removal.by === by);
  if (own.length === 0) return;
  set([...removals, ...own]);
  quietly(send((removal) => own.includes(removal)));
}
