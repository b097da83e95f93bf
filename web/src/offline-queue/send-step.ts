import { transitionFor } from '../../../src/product/tickets/lifecycle.ts';
import { call } from '../api/client.ts';
import { cacheTicket, queryClient } from '../api/queries.ts';
import { isStatus } from '../http/errors.ts';
import { currentSession } from '../session/session-store.ts';
import { hasItem, type OfflineOperation, queueTimeoutMs, type StepItem } from './store.ts';
import { updateEntry } from './view.ts';

export async function sendStep({ key, user, ticketId: id, op }: StepItem): Promise<void> {
  if (!(await hasItem(key))) return; // taken back meanwhile
  updateEntry(key, { state: 'sending', error: undefined });
  try {
    const signal = AbortSignal.timeout(queueTimeoutMs);
    const ticket = await call(`PATCH /tickets/{id}/${op}`, { params: { id }, user, signal });
    if (currentSession()?.user.id === user) cacheTicket(queryClient, ticket);
  } catch (error) {
    if (!(isStatus(error, 409) && (await wasTaken(id, op)))) throw error;
  }
}

/**
 * A step whose answer was lost may have been taken. Nobody else can take it, so then it is the last
 * one that the journal has of this worker.
 */
async function wasTaken(id: number, op: OfflineOperation): Promise<boolean> {
  const newest = { limit: 100, order: 'desc' } as const;
  const signal = AbortSignal.timeout(queueTimeoutMs);
  const { items } = await call('GET /tickets/{id}/events', { params: { id }, query: newest, signal });
  const me = currentSession()?.user.id;
  const last = items.find(({ actor_id, action }) => actor_id === me && !action.startsWith('photo_'));
  return last?.action === transitionFor(op, 'worker')?.transition.action;
}
