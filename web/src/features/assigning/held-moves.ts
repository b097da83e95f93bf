import type { QueryClient } from '@tanstack/react-query';
import { invalidateTickets } from '../../api/invalidation.ts';
import { cacheTicket } from '../../api/queries.ts';
import type { Ticket } from '../../contract/schemas.ts';
import { type HeldAction, heldActions, holdAction } from '../../session/held-actions.ts';
import type { TicketResult } from './bulk-result.ts';
import { addOwnChange, type OwnChange, removeOwnChange, sendOwnChanges } from './own-changes.ts';

// Moves of tickets with an undo. The service cannot take back an assignment or a cancellation, and taking back a reassignment
// would notify two workers twice. So a move is shown at once, and sent as a held action.

/** How a ticket is changed. @param isLeaving whether the page is being left */
export type Change = (ticket: Ticket, isLeaving: boolean) => Promise<Ticket>;

interface Move {
  tickets: Ticket[];
  /** the tickets as they will be */
  shown: Ticket[];
  change: Change;
  /** called when the requests have ended, with what became of each ticket */
  onSent: (results: TicketResult[]) => unknown;
  onUndo?: () => unknown;
}

const undoMs = 6_000;
/** Lists are drawn within this time. */
const returnMs = 1_000;
/** Whoever is about to press Undo is waited for. */
const undoInUse = ':is(.toast, .bulk-result):is(:hover, :has(button:focus-visible))';

/** The tickets of the moves as the service has them. */
const ticketsOf = new WeakMap<HeldAction, Ticket[]>();

/**
 * Shows a move at once, and sends it in some seconds. It replaces a held move of the same tickets, so that nobody is notified of
 * a slip; other moves of some of them are sent now.
 */
export function holdMove(client: QueryClient, move: Move): HeldAction {
  const ids = move.tickets.map(({ id }) => id);
  const replaced = heldActions.get().find((action) => isSame(ticketsOf.get(action), ids));
  const tickets = (replaced && ticketsOf.get(replaced)) ?? move.tickets;
  replaced?.undo();
  void sendOwnChanges(ids);
  const action = holdAction<TicketResult>({
    holdMs: undoMs,
    hasUndoKey: true,
    isUndoInUse: () => document.querySelector(undoInUse) !== null,
    requests: tickets.map((ticket) => (isLeaving) => changeOne(client, move.change, ticket, isLeaving)),
    onSent(results) {
      if (results.some(({ error }) => error !== undefined)) showAsRead(own);
      move.onSent(results);
      void invalidateTickets(client, ids).finally(() => removeOwnChange(own));
    },
    onUndo() {
      showAsRead(own);
      move.onUndo?.();
    },
  });
  const own: OwnChange = { ids, shown: move.shown, send: action.send };
  ticketsOf.set(action, tickets);
  addOwnChange(own);
  return action;
}

const isSame = (tickets: Ticket[] | undefined, ids: number[]): boolean =>
  tickets?.length === ids.length && tickets.every(({ id }) => ids.includes(id));

/** The tickets return to their places, at once as well. */
function showAsRead(change: OwnChange): void {
  const returned = { ids: change.ids };
  addOwnChange(returned);
  removeOwnChange(change);
  setTimeout(removeOwnChange, returnMs, returned);
}

async function changeOne(client: QueryClient, change: Change, ticket: Ticket, isLeaving: boolean): Promise<TicketResult> {
  try {
    cacheTicket(client, await change(ticket, isLeaving));
    return { id: ticket.id };
  } catch (error) {
    return { id: ticket.id, error };
  }
}
