import { transitionFor } from '../../../src/tickets/lifecycle.ts';
import { call } from '../api/client.ts';
import { isStatus } from '../api/errors.ts';
import { queryClient, showTicket } from '../api/queries.ts';
import { current } from '../session/store.ts';
import { isKept, type KeptStep, type StepThatWaits } from './kept.ts';
import { changeQueued } from './list.ts';

/** A link that says nothing for so long is as good as none: the step waits then. Milliseconds. */
const patience = 10_000;

export async function sendStep({ key, ticketId, op }: KeptStep): Promise<void> {
  if (!(await isKept(key))) return; // taken back meanwhile
  changeQueued(key, { state: 'sending', error: undefined });
  try {
    showTicket(queryClient, await callStep(ticketId, op));
  } catch (error) {
    if (!(isStatus(error, 409) && (await wasTaken(ticketId, op)))) throw error;
  }
}

export const callStep = (id: number, op: StepThatWaits) =>
  call(`PATCH /tickets/{id}/${op}`, { params: { id }, signal: AbortSignal.timeout(patience) });

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
