import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidation.ts';
import type { CreateTicket, Ticket } from '../../contract/schemas.ts';
import { useDraft } from '../../session/use-draft.ts';
import { createTicketOnce, noAttempt } from './create-ticket-once.ts';

const service = {
  listNewest: async (limit: number) => (await call('GET /tickets', { query: { sort: 'id', order: 'desc', limit } })).items,
  create: (body: CreateTicket) => call('POST /tickets', { body }),
};

/** Creates the ticket of the form. The attempt is stored with the draft, so that it survives a reload. */
export function useCreateTicket(onCreated: (ticket: Ticket) => void) {
  const client = useQueryClient();
  const [attempt, setAttempt, clearAttempt] = useDraft('new-ticket-attempt', noAttempt);
  return useMutation({
    mutationFn: (body: CreateTicket) => createTicketOnce(body, attempt, setAttempt, service),
    onSuccess: (ticket) => {
      clearAttempt();
      onCreated(ticket);
    },
    onSettled: () => invalidate(client, 'GET /tickets', 'GET /ext/tickets', 'GET /recurring'),
  });
}
