import type { QueryClient } from '@tanstack/react-query';
import { invalidateTickets } from '../../api/invalidation.ts';
import { cacheTicket } from '../../api/queries.ts';
import { beforeSignOut } from '../../api/sign-in.ts';
import type { Ticket } from '../../contract/schemas.ts';
import { isLeavingPage } from '../../session/acting.ts';
import { currentAccountKey } from '../../session/session-store.ts';
import type { TicketResult } from './bulk-result.ts';
import { addOwnChange, type OwnChange, removeOwnChange, sendAllOwnChanges, sendOwnChanges } from './own-changes.ts';

// Moves of tickets with an undo. The service cannot take back an assignment or a cancellation, and taking back a reassignment
// would notify two workers twice. So a move is shown at once and sent when its undo has passed, or before the page is left or the user signs out.

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
  /** the tickets whose requests have not begun */
  waiting: Ticket[];
  requests: Promise<TicketResult>[];
  /** when all requests have ended; undefined while it is held */
  sent?: Promise<void>;
}

const undoMs = 6_000;
/** How long a move is held at most while the pointer or the focus is where its undo is. */
const maxUndoMs = 60_000;
/** Lists are drawn within this time. */
const returnMs = 1_000;
/** Whoever is about to press Undo is waited for. */
const undoInUse = ':is(.toast, .bulk-result):is(:hover, :has(button:focus-visible))';

let held: readonly HeldMove[] = [];
const unfinished = new Set<HeldMove>();
/** One after the other, in the order of the moves. */
let sending: Promise<unknown> = Promise.resolve();

/**
 * Shows a move at once, and sends it in some seconds. It replaces a held move of the same tickets, so that nobody is notified of
 * a slip; other moves of some of them are sent now.
 * @returns functions that take the move back, and that send it now
 */
export function holdMove(client: QueryClient, move: Move): { undo: () => void; send: () => Promise<void> } {
  const ids = move.tickets.map(({ id }) => id);
  const replaced = held.find((other) => other.ids.length === ids.length && ids.every((id) => other.ids.includes(id)));
  if (replaced) release(replaced);
  void sendOwnChanges(ids);
  const { tickets } = replaced ?? move; // as the service has them
  const one: HeldMove = {
    ...move,
    ...{ tickets, ids, client },
    accountKey: currentAccountKey(),
    send: () => sendMove(one),
    waiting: [...tickets],
    requests: [],
  };
  held = [...held, one];
  addOwnChange(one);
  startTimer(one);
  if (replaced) {
    removeOwnChange(replaced);
    replaced.onUndo?.();
  }
  return { undo: () => undoMove(one), send: () => sendMove(one) };
}

function startTimer(move: HeldMove, restMs = maxUndoMs): void {
  move.timer = setTimeout(() => {
    if (restMs > 0 && document.querySelector(undoInUse)) startTimer(move, restMs - undoMs);
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

/** @returns when its requests have ended, whoever has sent it */
function sendMove(move: HeldMove, isLeaving = false): Promise<void> {
  if (release(move)) move.sent = sendReleased(move, isLeaving);
  return move.sent ?? Promise.resolve();
}

async function sendReleased(move: HeldMove, isLeaving: boolean): Promise<void> {
  // Another account must not do what this one has done.
  if (move.accountKey !== currentAccountKey()) {
    move.onUndo?.();
    return removeOwnChange(move);
  }
  unfinished.add(move);
  const send = (): Promise<unknown> => (isLeaving ? beginAll(move) : sendEach(move));
  const sent = isLeaving ? send() : sending.then(send);
  sending = Promise.all([sending, sent]);
  await sent;
  const results = await Promise.all(move.requests);
  unfinished.delete(move);
  if (results.some(({ error }) => error !== undefined)) showAsRead(move);
  move.onSent(results);
  void invalidateTickets(move.client, move.ids).finally(() => removeOwnChange(move));
}

/** Sends one request after the other. */
async function sendEach(move: HeldMove): Promise<void> {
  for (let next = move.waiting.shift(); next; next = move.waiting.shift()) await begin(move, next, false);
}

/** Begins all requests: a page that is being left has no time for a second one after the answer to the first one. */
const beginAll = (move: HeldMove): Promise<unknown> =>
  Promise.all(move.waiting.splice(0).map((ticket) => begin(move, ticket, true)));

function begin(move: HeldMove, ticket: Ticket, isLeaving: boolean): Promise<TicketResult> {
  const request = changeOne(move, ticket, isLeaving);
  move.requests.push(request);
  return request;
}

async function changeOne({ client, change }: HeldMove, ticket: Ticket, isLeaving: boolean): Promise<TicketResult> {
  try {
    cacheTicket(client, await change(ticket, isLeaving));
    return { id: ticket.id };
  } catch (error) {
    return { id: ticket.id, error };
  }
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

function sendHeld(): void {
  for (const move of held) void sendMove(move, true);
}

addEventListener('keydown', undoWithKey);
beforeSignOut(sendAllOwnChanges);
// A phone may end a page that is not shown, so what is held is sent before.
document.addEventListener('visibilitychange', () => document.hidden && sendHeld());
addEventListener('pagehide', () => {
  for (const move of unfinished) void beginAll(move);
  sendHeld();
});
// The requests that were begun before the page is left may end with it.
addEventListener('beforeunload', (event) => {
  if (unfinished.size > 0 && !isLeavingPage()) event.preventDefault();
});
