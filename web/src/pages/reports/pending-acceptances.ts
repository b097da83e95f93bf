import { call, type Input } from '../../api/client.ts';
import { invalidate } from '../../api/invalidation.ts';
import { queryClient } from '../../api/query-client.ts';
import { createStore, useStore } from '../../lib/create-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { heldActionsById } from '../../session/held-actions.ts';
import { currentAccountKey } from '../../session/session-store.ts';
import { changedByAnswers } from './changed-by-answers.ts';

// Acceptances of reports, which the service cannot take back: the ticket would exist, and its reporter be told.

const undoMs = 6_000;

const acceptances = heldActionsById<string>();
/** Why the last attempts failed, by the account and the id of the report: another account may sign in here. */
const failures = createStore<ReadonlyMap<string, Error>>(new Map());
const failureKey = (account: string | undefined, id: string): string => `${account} ${id}`;

/** How a report is being accepted, if it is. */
export const useAcceptance = acceptances.useAction;
export const useFailedAcceptance = (id: string): Error | undefined =>
  useStore(failures, (all) => all.get(failureKey(currentAccountKey(), id)));

function setFailure(key: string, error?: Error): void {
  const next = new Map(failures.get());
  next.delete(key);
  failures.set(error ? next.set(key, error) : next);
}

/**
 * Accepts a report in some seconds.
 * @param onAccepted is called with the id of its ticket
 * @param onUndo is called when the account has taken it back
 */
export function holdAcceptance(
  input: Input<'POST /ext/reports/{id}/accept'>,
  onAccepted: (ticket: number) => void,
  onUndo: () => void,
): void {
  const account = currentAccountKey();
  setFailure(failureKey(account, input.params.id));
  acceptances.hold(input.params.id, {
    holdMs: undoMs,
    hasUndoKey: true,
    isUndoInUse: () => document.querySelector('.acceptance button:hover') !== null,
    requests: [() => accept(input, account, onAccepted)],
    onUndo: () => account === currentAccountKey() && onUndo(),
  });
}

/** @param account which has accepted it; another one may be signed in when the answer arrives */
async function accept(
  input: Input<'POST /ext/reports/{id}/accept'>,
  account: string | undefined,
  onAccepted: (ticket: number) => void,
): Promise<void> {
  try {
    const { id } = await call('POST /ext/reports/{id}/accept', { ...input, keepalive: true });
    onAccepted(id);
  } catch (error) {
    acceptances.forget(input.params.id);
    setFailure(failureKey(account, input.params.id), error as Error);
    // for whoever has gone to another page
    if (account === currentAccountKey()) showToast({ error: error as Error });
  } finally {
    invalidate(queryClient, ...changedByAnswers);
  }
}
