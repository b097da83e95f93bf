import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call, queuedRequestTimeoutMs } from '../../api/client.ts';
import { transitionFor } from '../../contract/lifecycle.ts';
import type { Ticket } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { removeToast, showToast } from '../../lib/toasts.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { type BulkResult, closeBulkResult, showBulkResult, updateBulkResult } from './bulk-result.ts';
import { type Change, holdMove } from './held-moves.ts';
import { useBulkTexts } from './texts/texts.ts';

export interface Person {
  id: string;
  name: string;
}

/** Requests of a page that is being left go on without it. */
const leavingOptions = (isLeaving: boolean) =>
  isLeaving ? { keepalive: true, signal: AbortSignal.timeout(queuedRequestTimeoutMs) } : {};

const reassign = ({ id }: Ticket, { id: worker_id }: Person, reason = '', isLeaving = false): Promise<Ticket> =>
  call('POST /ext/tickets/{id}/reassign', {
    params: { id },
    body: { worker_id, ...(reason && { reason }) },
    ...leavingOptions(isLeaving),
  });

/** Tickets without a worker are assigned, others reassigned. */
export const assignOne = (ticket: Ticket, worker: Person, isLeaving = false): Promise<Ticket> =>
  ticket.status === 'new'
    ? call('PATCH /tickets/{id}/assign', {
        params: { id: ticket.id },
        body: { worker_id: worker.id },
        ...leavingOptions(isLeaving),
      })
    : reassign(ticket, worker, '', isLeaving);

const cancelOne = ({ id }: Ticket, reason: string, isLeaving: boolean): Promise<Ticket> =>
  call('PATCH /tickets/{id}/cancel', { params: { id }, body: { reason }, ...leavingOptions(isLeaving) });

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

  function moveSingle(moved: Moved, text: string): void {
    const [ticket] = moved.tickets;
    if (!ticket) return;
    const view = (): void => void navigate({ to: '/tickets/$id', params: { id: String(ticket.id) } });
    const move = holdMove(client, {
      ...moved,
      onUndo: () => removeToast(toast),
      onSent: ([result]) => {
        removeToast(toast);
        if (result?.error) showToast({ error: result.error as Error });
        else moved.onSent?.();
      },
    });
    const toast = showToast({ text, undo: move.undo, action: { label: messages.app.view, run: view } });
  }

  function moveAll(moved: Moved, about: Omit<BulkResult, 'tickets'>): void {
    const move = holdMove(client, {
      ...moved,
      onUndo: () => closeBulkResult(result),
      onSent: (tickets) => {
        const { undo, ...sent } = result;
        if (tickets.every(({ error }) => error === undefined)) closeBulkResult(result);
        else updateBulkResult(result, { ...sent, tickets });
      },
    });
    const shown = { ...about, tickets: moved.tickets.map(({ id }) => ({ id })), undo: move.undo, send: move.send };
    const result = showBulkResult(me.id, shown);
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
      const ofWorker = <Result>(ticket: Ticket, then: (worker: Person) => Result, otherwise: Result): Result => {
        const worker = workers.get(ticket.id);
        return worker ? then(worker) : otherwise;
      };
      const tickets = shares.flatMap((share) => share.tickets);
      const names = shares.map(({ worker }) => isolateName(worker.name)).join(', ');
      move(
        {
          tickets,
          shown: tickets.map((ticket) => ofWorker(ticket, (worker) => assigned(ticket, worker), ticket)),
          change: (ticket, isLeaving) =>
            ofWorker(ticket, (worker) => assignOne(ticket, worker, isLeaving), Promise.resolve(ticket)),
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
          change: (ticket, isLeaving) => reassign(ticket, worker, reason, isLeaving),
        },
        texts.done.handOver(1, isolateName(worker.name)),
        { action: 'handOver', worker: worker.name },
      ),
    /** @param onSent called when all were cancelled */
    cancel: (tickets: Ticket[], reason: string, onSent?: () => void): void => {
      const status = transitionFor('cancel', me.role)?.transition.to;
      const shown = tickets.map((ticket) => ({ ...ticket, ...(status && { status }), cancel_reason: reason }));
      const change: Change = (ticket, isLeaving) => cancelOne(ticket, reason, isLeaving);
      move({ tickets, shown, change, onSent }, texts.done.cancel(1), { action: 'cancel' });
    },
  };
}
