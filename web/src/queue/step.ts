import { transitionFor } from '../../../src/tickets/lifecycle.ts';
import { call } from '../api/client.ts';
import { isStatus } from '../api/errors.ts';
import { queryClient, showTicket } from '../api/queries.ts';
import { current } from '../session/store.ts';
import { isKept, type KeptStep, patience, type StepThatWaits } from './kept.ts';
import { changeQueued } from './list.ts';

export async function sendStep({ key, user, ticketId: id, op }: KeptStep): Promise<void> {
  if (!(await isKept(key))) return; // taken back meanwhile
  changeQueued(key, { state: 'sending', error: undefined });
  try {
    const signal = AbortSignal.timeout(patience);
    const ticket = await call(`PATCH /tickets/{id}/${op}`, { params: { id }, user, signal });
    if (current()?.user.id === user) showTicket(queryClient, ticket);
  } catch (error) {
    if (!(isStatus(error, 409) && (await wasTaken(id, op)))) throw error;
  }
}

/**
 * A step whose answer was lost may have been taken. Nobody else can take it, so then it is the last
 * one that the journal has of this worker.
 */
async function wasTaken(id: number, op: StepThatWaits): Promise<boolean> {
  const newest = { limit: 100, order: 'desc' } as const;
  const signal = AbortSignal.timeout(patience);
  const { items } = await call('GET /tickets/{id}/events', { params: { id }, query: newest, signal });
  const me = current()?.user.id;
  const last = items.find(({ actor_id, action }) => actor_id === me && !action.startsWith('photo_'));
  return last?.action === transitionFor(op, 'worker')?.transition.action;
}
