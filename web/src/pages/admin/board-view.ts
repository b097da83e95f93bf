import type { AttentionReason } from './urgency.ts';
import type { BoardFilters, BoardTicket, Column } from './use-board.ts';

/** A column of the board. */
export interface Lane {
  key: string;
  title: string;
  color: string;
  /** the list that has the same tickets */
  search?: Record<string, string>;
  /** where its tickets have one status */
  status?: Column;
}

/** A reason for which tickets need attention; a late one may need it for another one too. */
export type Reason = AttentionReason | 'late';

/** Columns other than those of the statuses; they are loaded when they are chosen. */
export interface Grouping {
  name: string;
  laneOf: (ticket: BoardTicket) => string;
  lanes: (tickets: BoardTicket[]) => Lane[];
  readsDeadlines?: boolean;
}

/** What the board shows, and how. */
export interface BoardView {
  filters: BoardFilters;
  grouping?: Grouping | undefined;
  reason?: Reason | undefined;
}

/** What of the board its toolbar shows. */
export interface BoardFacts {
  tickets: BoardTicket[];
  reasons: ReadonlyMap<number, AttentionReason>;
  lateIds: ReadonlySet<number>;
  mayLackAttention: boolean;
  isSettled: boolean;
}

/** Whether a ticket needs attention for a reason. */
export const hasReason = ({ reasons, lateIds }: Pick<BoardFacts, 'reasons' | 'lateIds'>, id: number, reason: Reason): boolean =>
  reason === 'late' ? lateIds.has(id) : reasons.get(id) === reason;

export const filtersAsText = (filters: BoardFilters): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]));
