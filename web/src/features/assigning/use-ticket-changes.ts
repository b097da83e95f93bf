import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call, queuedRequestTimeoutMs } from '../../api/client.ts';
import { transitionFor } from '../../contract/lifecycle.ts';
import type { Ticket } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { removeToast, showToast } from '../../lib/toasts.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { type BulkResult, closeBulkResult, showBulkResult, type TicketResult, updateBulkResult } from './bulk-result.ts';
import { type Change, holdMove } from './held-moves.ts';
import { useBulkTexts } from './texts/texts.ts';

export interface Person {
  id: string;
  name: string;
}

/** Requests of a page that is being left go on without it. */
const leavingOptions = (isLeaving: boolean) =>
  isLeaving ? { keepalive: true, signal: AbortSignal.timeout(queuedRequestTimeoutMs) } : {};

const reassign = ({ id }: Ticket, { id: worker_id }: Person, reason: string, isLeaving: boolean): Promise<Ticket> =>
  call('POST /ext/tickets/{id}/reassign', {
    params: { id },
    body: { worker_id, ...(reason && { reason }) },
    ...leavingOptions(isLeaving),
  });

/**
 * Tickets without a worker are assigned, others reassigned; one that is given back to its worker before that was sent stays.
 * @param reason of the reassignment
 */
export async function assignOne(ticket: Ticket, worker: Person, isLeaving = false, reason = ''): Promise<Ticket> {
  if (ticket.status !== 'new') return ticket.worker_id === worker.id ? ticket : reassign(ticket, worker, reason, isLeaving);
  return call('PATCH /tickets/{id}/assign', {
    params: { id: ticket.id },
    body: { worker_id: worker.id },
    ...leavingOptions(isLeaving),
  });
}

const cancelOne = ({ id }: Ticket, reason: string, isLeaving: boolean): Promise<Ticket> =>
  call('PATCH /tickets/{id}/cancel', { params: { id }, body: { reason }, ...leavingOptions(isLeaving) });

/** Of all reasons together: the requests of a page that is being left have at most 64 KiB, and a character up to three bytes. */
const maxLengthOnLeaving = 20_000;

/** A ticket as it is after it was given to a worker. */
const assigned = (ticket: Ticket, { id, name }: Person): Ticket => ({
  ...ticket,
  status: 'assigned',
  worker_id: id,
  worker_name: name,
  assigned_at: new Date().toISOString(),
});

interface Moved {
  tickets: Ticket[];
  shown: Ticket[];
  change: Change;
  /** what each request contains */
  reason?: string;
  onSent?: (() => void) | undefined;
}

/**
 * Changes tickets, one request for each. The change is shown at once with an undo, and what became of each when the service
 * refused some.
 */
export function useTicketChanges() {
  const messages = useMessages();
  const texts = useBulkTexts();
  const client = useQueryClient();
  const navigate = useNavigate();
  const me = useCurrentUser();

  const viewOf = (id: number) => ({
    label: messages.app.view,
    run: (): void => void navigate({ to: '/tickets/$id', params: { id: String(id) } }),
  });
  const showRefusal = ({ id, error }: TicketResult): number => showToast({ error: error as Error, action: viewOf(id) });

  function moveSingle(moved: Moved, text: string): void {
    const [ticket] = moved.tickets;
    if (!ticket) return;
    const move = holdMove(client, {
      ...moved,
      onUndo: () => removeToast(toast),
      onSent: ([result]) => {
        removeToast(toast);
        if (result?.error) showRefusal(result);
        else moved.onSent?.();
      },
    });
    const toast = showToast({ text, undo: move.undo, action: viewOf(ticket.id) });
  }

  function moveAll(moved: Moved, about: Omit<BulkResult, 'tickets'>): void {
    const move = holdMove(client, {
      ...moved,
      onUndo: () => closeBulkResult(result),
      onSent: (tickets) => {
        const { undo, ...sent } = result;
        const refused = tickets.find(({ error }) => error !== undefined);
        if (!refused) return closeBulkResult(result);
        updateBulkResult(result, { ...sent, tickets });
        // Other pages do not show the result.
        if (!document.querySelector('.selection-area')) showRefusal(refused);
      },
    });
    const shown = { ...about, tickets: moved.tickets.map(({ id }) => ({ id })), undo: move.undo, send: move.send };
    const result = showBulkResult(me.id, shown);
    if (moved.tickets.length * (moved.reason?.length ?? 0) > maxLengthOnLeaving) void move.send();
  }

  const move = (moved: Moved, text: string, about: Omit<BulkResult, 'tickets'>): void =>
    moved.tickets.length <= 1 ? moveSingle(moved, text) : moveAll(moved, about);

  return {
    assign: (tickets: Ticket[], worker: Person): void =>
      move(
        {
          tickets,
          shown: tickets.map((ticket) => assigned(ticket, worker)),
          change: (ticket, isLeaving) => assignOne(ticket, worker, isLeaving),
        },
        messages.ticket.assignedTo(isolateName(worker.name)),
        { action: 'assign', worker: worker.name },
      ),
    /** Gives several workers their shares, as one move. */
    assignShares: (shares: { worker: Person; tickets: Ticket[] }[]): void => {
      const workers = new Map(shares.flatMap(({ worker, tickets }) => tickets.map(({ id }): [number, Person] => [id, worker])));
      const names = shares.map(({ worker }) => isolateName(worker.name)).join(', ');
      move(
        {
          tickets: shares.flatMap(({ tickets }) => tickets),
          shown: shares.flatMap(({ worker, tickets }) => tickets.map((ticket) => assigned(ticket, worker))),
          change: async (ticket, isLeaving) => {
            const worker = workers.get(ticket.id);
            return worker ? assignOne(ticket, worker, isLeaving) : ticket;
          },
        },
        messages.ticket.assignedTo(names),
        { action: 'assign', worker: names },
      );
    },
    handOver: (tickets: Ticket[], worker: Person, reason: string): void =>
      move(
        {
          tickets,
          shown: tickets.map((ticket) => assigned(ticket, worker)),
          change: (ticket, isLeaving) => assignOne(ticket, worker, isLeaving, reason),
          reason,
        },
        texts.done.handOver(1, isolateName(worker.name)),
        { action: 'handOver', worker: worker.name },
      ),
    /** @param onSent called when all were cancelled */
    cancel: (tickets: Ticket[], reason: string, onSent?: () => void): void => {
      const status = transitionFor('cancel', me.role)?.transition.to;
      const shown = tickets.map((ticket) => ({ ...ticket, ...(status && { status }), cancel_reason: reason }));
      const change: Change = (ticket, isLeaving) => cancelOne(ticket, reason, isLeaving);
      move({ tickets, shown, change, reason, onSent }, texts.done.cancel(1), { action: 'cancel' });
    },
  };
}
