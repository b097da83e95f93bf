import type { Status } from '../../../contract/enums.ts';
import type { Ticket, TicketDeadline } from '../../../contract/schemas.ts';
import { shownDeadline } from '../../../features/deadlines/shown-deadline.ts';
import { localDate } from '../../../lib/calendar-date.ts';
import { filtersAsText, type Grouping, type Lane } from '../board-view.ts';
import type { BoardFilters, BoardTicket } from '../use-board.ts';
import type { CockpitTexts } from './texts/en.ts';

export const groupNames = ['status', 'worker', 'building', 'due'] as const;
export type GroupName = (typeof groupNames)[number];

const ofStatus = (status: Status): string => `var(--status-${status})`;
const openTickets = { status: 'open' };
const none = 'none';

/** One lane for each value that the tickets have, by name; first the tickets without one. */
function lanesOf(
  tickets: Ticket[],
  laneOf: (ticket: Ticket) => string,
  toLane: (ticket: Ticket) => Omit<Lane, 'key' | 'color'>,
): Lane[] {
  const first = new Map(tickets.map((ticket) => [laneOf(ticket), ticket]));
  return [...first]
    .map(([key, ticket]): Lane => ({ key, color: ofStatus(key === none ? 'new' : 'assigned'), ...toLane(ticket) }))
    .sort((one, other) => Number(other.key === none) - Number(one.key === none) || one.title.localeCompare(other.title));
}

/** Columns by worker. */
export function byWorker(texts: CockpitTexts, filters: BoardFilters): Grouping {
  const laneOf = ({ worker_id }: Ticket): string => worker_id || none;
  const shared = filtersAsText(filters);
  const lanes = (tickets: Ticket[]): Lane[] =>
    lanesOf(tickets, laneOf, ({ worker_id, worker_name }) =>
      worker_id
        ? { title: worker_name ?? '', search: { ...shared, ...openTickets, worker_id } }
        : { title: texts.unassigned, search: { ...shared, status: 'new' } },
    );
  return { name: 'worker', laneOf, lanes };
}

/** Columns by building. */
export function byBuilding(filters: BoardFilters): Grouping {
  const laneOf = ({ object_id }: Ticket): string => String(object_id);
  const lanes = (tickets: Ticket[]): Lane[] =>
    lanesOf(tickets, laneOf, ({ object_id, object_name }) => ({
      title: object_name,
      search: { ...filtersAsText(filters), ...openTickets, object_id: String(object_id) },
    }));
  return { name: 'building', laneOf, lanes };
}

const dueKeys = ['late', 'today', 'week', 'later', 'noDeadline'] as const;
type DueKey = (typeof dueKeys)[number];
const weekMs = 7 * 86_400_000;

function dueOf(deadline: TicketDeadline | null | undefined, status: Status, now: number): DueKey {
  const shown = deadline ? shownDeadline(deadline, status, now) : undefined;
  if (!shown || shown.kind === 'met') return 'noDeadline';
  if (shown.kind !== 'take' && shown.kind !== 'finish') return 'late';
  const by = Date.parse(shown.by);
  if (localDate(new Date(by)) === localDate(new Date(now))) return 'today';
  return by < now + weekMs ? 'week' : 'later';
}

/** Columns by the deadline that matters now. */
export function byDue(texts: CockpitTexts): Grouping {
  const laneOf = ({ deadline, status }: BoardTicket): string => dueOf(deadline, status, Date.now());
  const lanes = (): Lane[] =>
    dueKeys.map((key) => ({ key, title: texts[key], color: ofStatus(key === 'late' ? 'rejected' : 'assigned') }));
  return { name: 'due', laneOf, lanes, readsDeadlines: true };
}
