import { useEffect, useState } from 'react';
import type { Ticket } from '../../contract/schemas.ts';
import type { OwnChanges } from '../../features/assigning/own-changes.ts';
import { statusSince } from './urgency.ts';
import type { BoardTicket } from './use-board.ts';

export interface BoardCardPlace {
  ticket: Ticket;
  /** where somebody else has moved it since; an empty text: away from the board */
  movedTo?: string;
}

/** What others have changed that is not shown yet. */
export interface BoardChange {
  ticket: Ticket;
  /** the keys of lanes; undefined: it was not on the board, or is not any more */
  from: string | undefined;
  to: string | undefined;
}

interface Placed {
  ticket: Ticket;
  lane: string;
}

interface StableBoard {
  lanes: ReadonlyMap<string, BoardCardPlace[]>;
  changes: BoardChange[];
  show: () => void;
}

/**
 * Keeps the cards of the board in their places while others change tickets, so that no card moves while it is aimed at. What
 * the user has changed moves at once.
 * @param tickets in their order
 * @param laneOf the key of the lane of a ticket
 * @param isSettled whether all tickets are read
 * @param key identifies the view: the tickets of another one replace the shown ones
 */
export function useStableBoard(
  tickets: BoardTicket[],
  laneOf: (ticket: BoardTicket) => string,
  own: OwnChanges,
  isSettled: boolean,
  key: string,
): StableBoard {
  const [shown, setShown] = useState<{ key: string; placed: ReadonlyMap<number, Placed> }>();
  const latest = new Map(tickets.map((ticket): [number, Placed] => [ticket.id, { ticket, lane: laneOf(ticket) }]));
  const before = shown?.key === key && shown.placed.size > 0 ? shown.placed : undefined;
  const next = before ? withOwn(before, latest, own) : latest;
  const isFirst = isSettled && !before && (latest.size > 0 || shown?.key !== key);
  useEffect(() => {
    if (isFirst || (before && next !== before)) setShown({ key, placed: next });
  });
  return { ...arrange(next, latest), show: () => setShown({ key, placed: latest }) };
}

/** The shown places after the changes of the user; the same map when there are none. */
function withOwn(before: ReadonlyMap<number, Placed>, latest: ReadonlyMap<number, Placed>, own: OwnChanges) {
  const newest = [...before.values()].reduce((at, { ticket }) => Math.max(at, timeOf(ticket)), 0);
  // A ticket that is not newer was on the next page of its list, and comes up because another one has left.
  const isFromNextPage = ([id, { ticket }]: [number, Placed]): boolean => !before.has(id) && timeOf(ticket) <= newest;
  const arrived = [...latest].filter(isFromNextPage).map(([id]) => id);
  const moved = [...own.keys(), ...arrived].filter((id) => before.get(id)?.lane !== latest.get(id)?.lane);
  if (moved.length === 0) return before;
  const next = new Map(before);
  for (const id of moved) {
    const placed = latest.get(id);
    if (placed) next.set(id, placed);
    else next.delete(id);
  }
  return next;
}

const timeOf = (ticket: Ticket): number => Date.parse(statusSince(ticket));

/** The cards of each lane in the order of the newest tickets, and what waits. */
function arrange(shown: ReadonlyMap<number, Placed>, latest: ReadonlyMap<number, Placed>): Omit<StableBoard, 'show'> {
  const lanes = new Map<string, BoardCardPlace[]>();
  const changes: BoardChange[] = [];
  const add = (lane: string, place: BoardCardPlace): void => void lanes.set(lane, [...(lanes.get(lane) ?? []), place]);
  // Those that have left keep their place before the tickets that come after them.
  for (const [id, { ticket, lane }] of orderOf(shown, latest)) {
    const now = latest.get(id);
    if (now?.lane === lane) add(lane, { ticket: now.ticket });
    else {
      add(lane, { ticket, movedTo: now?.lane ?? '' });
      changes.push({ ticket: now?.ticket ?? ticket, from: lane, to: now?.lane });
    }
  }
  for (const [id, { ticket, lane }] of latest) if (!shown.has(id)) changes.push({ ticket, from: undefined, to: lane });
  return { lanes, changes };
}

/** The shown places in the order in which they were shown; what the user has moved is among them as the newest order says. */
function orderOf(shown: ReadonlyMap<number, Placed>, latest: ReadonlyMap<number, Placed>): [number, Placed][] {
  const rank = new Map([...latest.keys()].map((id, index) => [id, index]));
  let last = -1;
  return [...shown]
    .map((entry): { entry: [number, Placed]; at: number } => {
      const [id, { lane }] = entry;
      if (latest.get(id)?.lane === lane) last = rank.get(id) ?? last;
      return { entry, at: last };
    })
    .sort((one, other) => one.at - other.at)
    .map(({ entry }) => entry);
}
