import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { invalidateTickets } from '../../api/invalidation.ts';
import { cacheTicket } from '../../api/queries.ts';
import type { Ticket } from '../../contract/schemas.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/locale.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { showToast } from '../../lib/toasts.ts';

interface Person {
  id: string;
  name: string;
}

interface Outcome {
  changed: number[];
  refused: { id: number; error: unknown }[];
}

/** Tickets without a worker are assigned, others reassigned. */
const assignOne = ({ id, status }: Ticket, { id: worker_id }: Person): Promise<Ticket> =>
  status === 'new'
    ? call('PATCH /tickets/{id}/assign', { params: { id }, body: { worker_id } })
    : call('POST /ext/tickets/{id}/reassign', { params: { id }, body: { worker_id } });

/** Assigns or cancels several tickets, one request for each, and shows how many were changed and which were refused. */
export function useTicketChanges() {
  const messages = useMessages();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  async function run(
    tickets: Ticket[],
    change: (ticket: Ticket) => Promise<Ticket>,
    done: (count: number) => string,
  ): Promise<void> {
    setBusy(true);
    const { changed, refused } = await changeEach(client, tickets, change);
    setBusy(false);
    const reasons = [...Map.groupBy(refused, ({ error }) => errorText(error, messages))].map(
      ([text, ids]) => `${ids.map(({ id }) => `#${id}`).join(', ')}: ${text}`,
    );
    const [id] = changed;
    const view = (): void => void navigate({ to: '/tickets/$id', params: { id: String(id) } });
    const next = tickets.length === 1 && id !== undefined && { action: { label: messages.app.view, run: view } };
    if (refused.length === 0) showToast({ text: done(changed.length), ...next });
    else if (tickets.length === 1) showToast({ error: refused[0]?.error as Error });
    else showToast({ text: [done(changed.length), messages.assigning.refused(refused.length), ...reasons].join(' ') });
  }
  return {
    isBusy,
    assign: (tickets: Ticket[], worker: Person) =>
      run(
        tickets,
        (ticket) => assignOne(ticket, worker),
        (count) =>
          tickets.length === 1
            ? messages.ticket.assignedTo(isolateName(worker.name))
            : messages.assigning.assigned(count, isolateName(worker.name)),
      ),
    cancel: (tickets: Ticket[], reason: string) =>
      run(
        tickets,
        ({ id }) => call('PATCH /tickets/{id}/cancel', { params: { id }, body: { reason } }),
        messages.assigning.canceled,
      ),
  };
}

async function changeEach(client: QueryClient, tickets: Ticket[], change: (ticket: Ticket) => Promise<Ticket>): Promise<Outcome> {
  const outcome: Outcome = { changed: [], refused: [] };
  for (const ticket of tickets) {
    try {
      cacheTicket(client, await change(ticket));
      outcome.changed.push(ticket.id);
    } catch (error) {
      outcome.refused.push({ id: ticket.id, error });
    }
  }
  void invalidateTickets(
    client,
    tickets.map(({ id }) => id),
  );
  return outcome;
}
