import { call, type Input, queuedRequestTimeoutMs } from '../../api/client.ts';
import { invalidate } from '../../api/invalidation.ts';
import { queryClient } from '../../api/query-client.ts';
import { showToast } from '../../lib/toasts.ts';
import { heldActionsById } from '../../session/held-actions.ts';
import { changedByAnswers } from './changed-by-answers.ts';

// Acceptances of reports, which the service cannot take back: the ticket would exist, and its reporter be told.

const undoMs = 6_000;

const acceptances = heldActionsById<string>();

/** How a report is being accepted, if it is. */
export const useAcceptance = acceptances.useAction;

/** Accepts a report in some seconds. @param onAccepted is called with the id of its ticket */
export const holdAcceptance = (input: Input<'POST /ext/reports/{id}/accept'>, onAccepted: (ticket: number) => void): void =>
  acceptances.hold(input.params.id, { holdMs: undoMs, hasUndoKey: true, requests: [() => accept(input, onAccepted)] });

async function accept(input: Input<'POST /ext/reports/{id}/accept'>, onAccepted: (ticket: number) => void): Promise<void> {
  try {
    const signal = AbortSignal.timeout(queuedRequestTimeoutMs);
    const { id } = await call('POST /ext/reports/{id}/accept', { ...input, keepalive: true, signal });
    onAccepted(id);
  } catch (error) {
    acceptances.forget(input.params.id);
    showToast({ error: error as Error });
  } finally {
    invalidate(queryClient, ...changedByAnswers);
  }
}
