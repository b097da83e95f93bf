import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { invalidateTickets } from '../../api/invalidation.ts';
import { cacheTicket } from '../../api/queries.ts';
import type { Operation } from '../../contract/lifecycle.ts';
import type { Ticket } from '../../contract/schemas.ts';
import { addOwnChange, removeOwnChange, sendOwnChanges } from '../../features/assigning/own-changes.ts';
import { type TicketOperation, ticketMutationKey } from '../../features/optimistic-ticket.ts';
import { showToast } from '../../lib/toasts.ts';
import { enqueueOperation } from '../../offline-queue/queue.ts';
import { type OfflineOperation, offlineOperations } from '../../offline-queue/stored-items.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { removeDraft } from '../../session/use-draft.ts';
import { queuePhotoDeletions } from './pending-photo-deletions.ts';

/** The name of the draft of the reason of an operation. */
export const reasonDraftName = (op: Operation, id: number): string => `${op}:${id}`;

function send({ op, reason = '', worker }: TicketOperation, id: number): Promise<Ticket> {
  const params = { id };
  if (op === 'assign') return call('PATCH /tickets/{id}/assign', { params, body: { worker_id: worker?.id ?? '' } });
  if (op === 'reject') return call('PATCH /tickets/{id}/reject', { params, body: { reason } });
  if (op === 'cancel') return call('PATCH /tickets/{id}/cancel', { params, body: { reason } });
  return call(`PATCH /tickets/{id}/${op}`, { params });
}

/** Whether an operation is added to the offline queue; the others need a connection. */
export const canWaitOffline = (op: Operation): op is OfflineOperation => offlineOperations.some((one) => one === op);

/** @returns the changed ticket; undefined for an operation that was added to the offline queue */
async function run(operation: TicketOperation, id: number): Promise<Ticket | undefined> {
  const { op } = operation;
  if (!canWaitOffline(op)) return send(operation, id);
  if (op === 'done') await queuePhotoDeletions(id, (photos) => enqueueOperation(id, op, photos));
  else await enqueueOperation(id, op);
  return undefined;
}

/** Runs an operation on a ticket. `useOptimisticTicket` shows its result at once; an error shows a toast. */
export function useTicketOperation(id: number) {
  const client = useQueryClient();
  const me = useCurrentUser();
  return useMutation({
    mutationKey: ticketMutationKey(id),
    mutationFn: async (operation: TicketOperation) => {
      await sendOwnChanges([id]);
      return run(operation, id);
    },
    onMutate: () => {
      const own = { ids: [id] };
      addOwnChange(own);
      return own;
    },
    onError: (error) => showToast({ error }),
    onSuccess: (ticket, { op }) => {
      removeDraft(me.id, reasonDraftName(op, id));
      if (ticket) cacheTicket(client, ticket);
    },
    onSettled: (_ticket, _error, _operation, own) => {
      // Not awaited by the mutation: its result is shown until the lists were read.
      void invalidateTickets(client, [id]).then(() => own && removeOwnChange(own));
    },
  });
}
