import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Operation } from '../../../../src/product/tickets/lifecycle.ts';
import { call } from '../../api/client.ts';
import { invalidateTickets } from '../../api/invalidation.ts';
import { apiQuery, cacheTicket } from '../../api/queries.ts';
import { optimisticTicket, type TicketOperation } from '../../components/optimistic-ticket.ts';
import type { Ticket, TicketDetail } from '../../contract/operations.ts';
import { showToast } from '../../lib/toasts.ts';
import { enqueueStep } from '../../offline-queue/sender.ts';
import { type OfflineOperation, offlineOperations } from '../../offline-queue/store.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { removeDraft } from '../../session/use-draft.ts';
import { sendPhotoDeletions } from './pending-photo-deletions.ts';

/** Under which name the reason for a step is kept until the step is taken. */
export const reasonDraftName = (op: Operation, id: number): string => `${op}:${id}`;

function send({ op, reason = '', worker }: TicketOperation, id: number): Promise<Ticket> {
  const params = { id };
  if (op === 'assign') return call('PATCH /tickets/{id}/assign', { params, body: { worker_id: worker?.id ?? '' } });
  if (op === 'reject') return call('PATCH /tickets/{id}/reject', { params, body: { reason } });
  if (op === 'cancel') return call('PATCH /tickets/{id}/cancel', { params, body: { reason } });
  return call(`PATCH /tickets/{id}/${op}`, { params });
}

const mayWait = (op: Operation): op is OfflineOperation => offlineOperations.some((one) => one === op);

/** @returns nothing of a step that goes by the queue, at once where nothing stands against it */
async function take(step: TicketOperation, id: number): Promise<Ticket | undefined> {
  const { op } = step;
  if (op === 'done') await sendPhotoDeletions(id); // afterwards the photos are frozen
  if (!mayWait(op)) return send(step, id);
  await enqueueStep(id, op);
  return undefined;
}

/** Takes a step at once on the screen; a refusal takes it back and says why. */
export function useTicketOperation(id: number) {
  const client = useQueryClient();
  const me = useCurrentUser();
  const { queryKey } = apiQuery('GET /tickets/{id}', { params: { id } });
  return useMutation({
    mutationFn: (step: TicketOperation) => take(step, id),
    onMutate: async (step) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<TicketDetail>(queryKey);
      const shown = before && client.setQueryData(queryKey, optimisticTicket(before, step, me));
      /** What was read meanwhile stays. */
      return () => client.setQueryData(queryKey, (now) => (now === shown ? before : now));
    },
    onError: (error, _step, putBack) => {
      putBack?.();
      showToast({ error });
    },
    onSuccess: (ticket, { op }, putBack) => {
      removeDraft(me.id, reasonDraftName(op, id));
      if (ticket) cacheTicket(client, ticket);
      else putBack(); // what is queued is shown over it
    },
    onSettled: () => void invalidateTickets(client, [id]),
  });
}
