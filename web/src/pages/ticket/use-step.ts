import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Operation } from '../../../../src/tickets/lifecycle.ts';
import { call } from '../../api/client.ts';
import type { Ticket, TicketDetail } from '../../api/operations.ts';
import { reading, refreshTickets, showTicket } from '../../api/queries.ts';
import { expected, type Step } from '../../parts/expected.ts';
import { notify } from '../../parts/notices.ts';
import { type StepThatWaits, stepsThatWait } from '../../queue/kept.ts';
import { addStep } from '../../queue/send.ts';
import { forgetDraft } from '../../session/draft.ts';
import { useMe } from '../../session/store.ts';
import { sendRemovals } from './removals.ts';

/** Under which name the reason for a step is kept until the step is taken. */
export const reasonDraft = (op: Operation, id: number): string => `${op}:${id}`;

function send({ op, reason = '', worker }: Step, id: number): Promise<Ticket> {
  const params = { id };
  if (op === 'assign') return call('PATCH /tickets/{id}/assign', { params, body: { worker_id: worker?.id ?? '' } });
  if (op === 'reject') return call('PATCH /tickets/{id}/reject', { params, body: { reason } });
  if (op === 'cancel') return call('PATCH /tickets/{id}/cancel', { params, body: { reason } });
  return call(`PATCH /tickets/{id}/${op}`, { params });
}

const mayWait = (op: Operation): op is StepThatWaits => stepsThatWait.some((one) => one === op);

/** @returns nothing of a step that goes by the queue, at once where nothing stands against it */
async function take(step: Step, id: number): Promise<Ticket | undefined> {
  const { op } = step;
  if (op === 'done') await sendRemovals(id); // afterwards the photos are frozen
  if (!mayWait(op)) return send(step, id);
  await addStep(id, op);
  return undefined;
}

/** Takes a step at once on the screen; a refusal takes it back and says why. */
export function useStep(id: number) {
  const client = useQueryClient();
  const me = useMe();
  const { queryKey } = reading('GET /tickets/{id}', { params: { id } });
  return useMutation({
    mutationFn: (step: Step) => take(step, id),
    onMutate: async (step) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<TicketDetail>(queryKey);
      const shown = before && client.setQueryData(queryKey, expected(before, step, me));
      /** What was read meanwhile stays. */
      return () => client.setQueryData(queryKey, (now) => (now === shown ? before : now));
    },
    onError: (error, _step, putBack) => {
      putBack?.();
      notify({ error });
    },
    onSuccess: (ticket, { op }, putBack) => {
      forgetDraft(me.id, reasonDraft(op, id));
      if (ticket) showTicket(client, ticket);
      else putBack(); // what is queued is shown over it
    },
    onSettled: () => void refreshTickets(client, [id]),
  });
}
