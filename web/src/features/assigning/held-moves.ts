import type { QueryClient } from '@tanstack/react-query';
import { invalidateTickets } from '../../api/invalidation.ts';
import { cacheTicket } from '../../api/queries.ts';
import type { Ticket } from '../../contract/schemas.ts';
import { currentAccountKey } from '../../session/session-store.ts';
import type { TicketResult } from './bulk-result.ts';
import { addOwnChange, type OwnChange, removeOwnChange, sendOwnChanges } from './own-changes.ts';

// Moves of tickets with an undo. The service cannot take back an assignment or a cancellation, and taking back a reassignment
// would notify two workers twice. So a move is shown at once and sent when its undo has passed or the page is left.

/** How a ticket is changed. @param isLeaving whether the page is being left */
export type Change = (ticket: Ticket, isLeaving: boolean) => Promise<Ticket>;

interface Move {
  tickets: Ticket[];
  /** the tickets as they will be */
  shown: Ticket[];
  change: Change;
  /** called when the requests have ended, with what became of each ticket */
  onSent: (results: TicketResult[]) => void;
  onUndo?: () => void;
}

interface HeldMove extends Omit<OwnChange, 'shown'>, Move {
  client: QueryClient;
  accountKey: string | undefined;
  timer?: ReturnType<typeof setTimeout>;
}

const undoMs = 6_000;
/** Lists are drawn within this time. */
const returnMs = 1_000;
/** Whoever is about to press Undo is waited for. */
const undoInUse = ':is(.toast, .bulk-result):is(:hover, :has(button:focus-visible))';

let held: readonly HeldMove[] = [];
/** One after the other, in the order of the moves. */
let sending: Promise<unknown> = Promise.resolve();

/**
 * Shows a move at once, and sends it in some seconds. Earlier moves of the same tickets are sent now.
 * @returns functions that take the move back, and that send it now
 */
export function holdMove(client: QueryClient, move: Move): { undo: () => void; send: () => Promise<void> } {
  const ids = move.tickets.map(({ id }) => id);
  void sendOwnChanges(ids);
  const one: HeldMove = { ...move, ids, client, accountKey: currentAccountKey(), send: () => sendMove(one) };
  held = [...held, one];
  addOwnChange(one);
  startTimer(one);
  return { undo: () => undoMove(one), send: () => sendMove(one) };
}

function startTimer(move: HeldMove): void {
  move.timer = setTimeout(() => {
    if (document.querySelector(undoInUse)) startTimer(move);
    else void sendMove(move);
  }, undoMs);
}

/** @returns whether the move was still held */
function release(move: HeldMove): boolean {
  clearTimeout(move.timer);
  const isHeld = held.includes(move);
  held = held.filter((other) => other !== move);
  return isHeld;
}

function undoMove(move: HeldMove): void {
  if (!release(move)) return;
  showAsRead(move);
  move.onUndo?.();
}

/** The tickets return to their places, at once as well. */
function showAsRead(move: HeldMove): void {
  const returned = { ids: move.ids };
  addOwnChange(returned);
  removeOwnChange(move);
  setTimeout(removeOwnChange, returnMs, returned);
}

async function sendMove(move: HeldMove, isLeaving = false): Promise<void> {
  if (!release(move)) return;
  // Another account must not do what this one has done.
  if (move.accountKey !== currentAccountKey()) return removeOwnChange(move);
  const send = (): Promise<TicketResult[]> => changeEach(move, isLeaving);
  const sent = isLeaving ? send() : sending.then(send);
  sending = sent;
  const results = await sent;
  if (results.some(({ error }) => error !== undefined)) showAsRead(move);
  move.onSent(results);
  await invalidateTickets(move.client, move.ids);
  removeOwnChange(move);
}

async function changeEach({ client, tickets, change }: HeldMove, isLeaving: boolean): Promise<TicketResult[]> {
  const changeOne = async (ticket: Ticket): Promise<TicketResult> => {
    try {
      cacheTicket(client, await change(ticket, isLeaving));
      return { id: ticket.id };
    } catch (error) {
      return { id: ticket.id, error };
    }
  };
  // A page that is being left has no time for a second request after the answer to the first one.
  if (isLeaving) return Promise.all(tickets.map(changeOne));
  const results: TicketResult[] = [];
  for (const ticket of tickets) results.push(await changeOne(ticket));
  return results;
}

function undoWithKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
  if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey) return;
  if (target instanceof Element && target.closest('input:not([type=checkbox]), textarea, [contenteditable]')) return;
  const last = held.at(-1);
  if (!last) return;
  event.preventDefault();
  undoMove(last);
}

addEventListener('keydown', undoWithKey);
addEventListener('pagehide', () => {
  for (const move of held) void sendMove(move, true);
});
