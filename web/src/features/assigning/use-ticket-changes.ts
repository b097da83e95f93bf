import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { invalidateTickets } from '../../api/invalidation.ts';
import { cacheTicket } from '../../api/queries.ts';
import type { Ticket } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { showToast } from '../../lib/toasts.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { type BulkResult, showBulkResult, type TicketResult } from './bulk-result.ts';

export interface Person {
  id: string;
  name: string;
}

type Change = (ticket: Ticket) => Promise<Ticket>;

const reassign = ({ id }: Ticket, { id: worker_id }: Person, reason = ''): Promise<Ticket> =>
  call('POST /ext/tickets/{id}/reassign', { params: { id }, body: { worker_id, ...(reason && { reason }) } });

/** Tickets without a worker are assigned, others reassigned. */
export const assignOne = (ticket: Ticket, worker: Person): Promise<Ticket> =>
  ticket.status === 'new'
    ? call('PATCH /tickets/{id}/assign', { params: { id: ticket.id }, body: { worker_id: worker.id } })
    : reassign(ticket, worker);

const cancelOne = ({ id }: Ticket, reason: string): Promise<Ticket> =>
  call('PATCH /tickets/{id}/cancel', { params: { id }, body: { reason } });

/** Changes several tickets, one request for each, and shows what became of each: the service refuses single ones. */
export function useTicketChanges() {
  const messages = useMessages();
  const client = useQueryClient();
  const navigate = useNavigate();
  const me = useCurrentUser();
  const [isBusy, setBusy] = useState(false);

  async function run(tickets: Ticket[], change: Change): Promise<TicketResult[]> {
    setBusy(true);
    const results = await changeEach(client, tickets, change);
    setBusy(false);
    return results;
  }

  const runAll = async (tickets: Ticket[], change: Change, about: Omit<BulkResult, 'tickets'>): Promise<void> =>
    showBulkResult(me.id, { ...about, tickets: await run(tickets, change) });

  async function assignSingle(ticket: Ticket, worker: Person): Promise<void> {
    const [result] = await run([ticket], (one) => assignOne(one, worker));
    const view = (): void => void navigate({ to: '/tickets/$id', params: { id: String(ticket.id) } });
    if (result?.error) showToast({ error: result.error as Error });
    else
      showToast({ text: messages.ticket.assignedTo(isolateName(worker.name)), action: { label: messages.app.view, run: view } });
  }

  return {
    isBusy,
    assign: async (tickets: Ticket[], worker: Person): Promise<void> => {
      const [single, ...others] = tickets;
      if (single && others.length === 0) return assignSingle(single, worker);
      return runAll(tickets, (ticket) => assignOne(ticket, worker), { action: 'assign', worker: worker.name });
    },
    handOver: (tickets: Ticket[], worker: Person, reason: string) =>
      runAll(tickets, (ticket) => reassign(ticket, worker, reason), { action: 'handOver', worker: worker.name }),
    cancel: (tickets: Ticket[], reason: string) => runAll(tickets, (ticket) => cancelOne(ticket, reason), { action: 'cancel' }),
  };
}

async function changeEach(client: QueryClient, tickets: Ticket[], change: Change): Promise<TicketResult[]> {
  const results: TicketResult[] = [];
  for (const ticket of tickets) {
    try {
      cacheTicket(client, await change(ticket));
      results.push({ id: ticket.id });
    } catch (error) {
      results.push({ id: ticket.id, error });
    }
  }
  void invalidateTickets(
    client,
    tickets.map(({ id }) => id),
  );
  return results;
}
