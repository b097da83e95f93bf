import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Operation, transitionFor } from '../../../../src/tickets/lifecycle.ts';
import { call } from '../../api/client.ts';
import type { Profile, Ticket, TicketDetail } from '../../api/operations.ts';
import { reading, refreshTickets } from '../../api/queries.ts';
import { notify } from '../../parts/notices.ts';
import { forgetDraft } from '../../session/draft.ts';
import { useMe } from '../../session/store.ts';
import { sendRemovals } from './removals.ts';

export interface Step {
  op: Operation;
  reason?: string;
  worker?: { id: string; name: string };
}

/** Under which name the reason for a step is kept until the step is taken. */
export const reasonDraft = (op: Operation, id: number): string => `${op}:${id}`;

async function take({ op, reason = '', worker }: Step, id: number): Promise<Ticket> {
  const params = { id };
  if (op === 'done') await sendRemovals(id); // afterwards the photos are frozen
  if (op === 'assign') return call('PATCH /tickets/{id}/assign', { params, body: { worker_id: worker?.id ?? '' } });
  if (op === 'reject') return call('PATCH /tickets/{id}/reject', { params, body: { reason } });
  if (op === 'cancel') return call('PATCH /tickets/{id}/cancel', { params, body: { reason } });
  return call(`PATCH /tickets/{id}/${op}`, { params });
}

/** What the ticket will look like, as far as it is known before the answer. */
function expected(ticket: TicketDetail, { op, worker, reason }: Step, me: Profile): TicketDetail {
  const status = transitionFor(op, me.role)?.transition.to ?? ticket.status;
  const doer = op === 'take' ? me : worker;
  return {
    ...{ ...ticket, status },
    ...(doer && { worker_id: doer.id, worker_name: doer.name }),
    ...(op === 'cancel' && reason && { cancel_reason: reason }),
  };
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
      if (before) client.setQueryData(queryKey, expected(before, step, me));
      return before;
    },
    onError: (error, _step, before) => {
      client.setQueryData(queryKey, before);
      notify({ error });
    },
    onSuccess: (ticket, { op }, before) => {
      forgetDraft(me.id, reasonDraft(op, id));
      client.setQueryData(queryKey, { ...ticket, ...(before?.recurring && { recurring: before.recurring }) });
    },
    onSettled: () => refreshTickets(client, [id]),
  });
}
