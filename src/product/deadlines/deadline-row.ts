import { type RawBuilder, sql } from 'kysely';
import type { TicketStatus } from '../tickets/lifecycle.ts';
import type { Priority } from '../tickets/tables.ts';
import { type ClockEvent, type Deadline, type Deadlines, deadlinesOf, stateOf } from './deadline.ts';
import type { TicketDeadline } from './schemas.ts';
import type { MinutesByPriority } from './tables.ts';
import { WorkingClock, type WorkingHours } from './working-clock.ts';

/** What deadlines are calculated from. */
export interface DeadlineInputs {
  status: TicketStatus;
  created_at: string;
  priority: Priority;
  timezone: string;
  working_hours: WorkingHours | null;
  holidays: string[];
  take_within: MinutesByPriority;
  finish_within: MinutesByPriority;
  version: number;
  /** in the order of the journal */
  events: { action: ClockEvent['action']; at: string }[];
}

/** The inputs as one JSON value, over the aliases `t` of tickets and `target` of project_targets. */
export const inputsAsJson: RawBuilder<DeadlineInputs> = sql`
  json_build_object('status', t.status, 'created_at', t.created_at, 'priority', t.priority, 'timezone', target.timezone,
    'working_hours', target.working_hours, 'holidays', target.holidays, 'take_within', target.take_within,
    'finish_within', target.finish_within, 'version', target.version, 'events', (
      select coalesce(json_agg(json_build_object('action', e.action, 'at', e.created_at) order by e.id), '[]')
      from ticket_events as e
      where e.ticket_id = t.id and e.action in ('assigned', 'done', 'rejected', 'confirmed', 'canceled')))`;

export function deadlinesFrom(inputs: DeadlineInputs): Deadlines {
  const { created_at, priority, events, timezone, working_hours, holidays, take_within, finish_within } = inputs;
  return deadlinesOf({
    createdAt: new Date(created_at),
    events: events.map(({ action, at }) => ({ action, at: new Date(at) })),
    takeWithinMinutes: take_within[priority] ?? null,
    finishWithinMinutes: finish_within[priority] ?? null,
    clock: new WorkingClock({ timezone, workingHours: working_hours, holidays }),
  });
}

/** The times of a row of ticket_deadlines. */
export interface DeadlineTimes {
  take_soon_at: string | null;
  take_by: string | null;
  taken_at: string | null;
  finish_soon_at: string | null;
  finish_by: string | null;
  finish_stopped_at: string | null;
  finish_is_over: boolean;
}

export const timesOf = ({ take, finish }: Deadlines): DeadlineTimes => ({
  take_soon_at: take?.soonAt.toISOString() ?? null,
  take_by: take?.by.toISOString() ?? null,
  taken_at: take?.stoppedAt?.toISOString() ?? null,
  finish_soon_at: finish?.soonAt.toISOString() ?? null,
  finish_by: finish?.by.toISOString() ?? null,
  finish_stopped_at: finish?.stoppedAt?.toISOString() ?? null,
  finish_is_over: finish?.isOver ?? false,
});

/** The deadlines that a row was written from. */
export function deadlinesOfRow(row: DeadlineTimes): Deadlines {
  return {
    take: deadlineOfRow(row.take_soon_at, row.take_by, row.taken_at, row.taken_at !== null),
    finish: deadlineOfRow(row.finish_soon_at, row.finish_by, row.finish_stopped_at, row.finish_is_over),
  };
}

function deadlineOfRow(soonAt: string | null, by: string | null, stoppedAt: string | null, isOver: boolean): Deadline | null {
  if (soonAt === null || by === null) return null;
  return { soonAt: new Date(soonAt), by: new Date(by), stoppedAt: stoppedAt === null ? null : new Date(stoppedAt), isOver };
}

/** What deadlineColumns reads of a ticket. */
export interface ReadDeadline extends DeadlineTimes {
  has_row: boolean;
  /** when there is no row yet, or the ticket or the targets have changed since it was written: what to calculate it from */
  inputs: DeadlineInputs | null;
}

/**
 * At most one row for each ticket `t`, of two that are found by primary key. A ticket that was closed before its project had targets has
 * no deadline, and an open one loses it with the targets.
 */
export const deadlineJoin: RawBuilder<unknown> = sql`
  left join lateral (
    select d.take_soon_at, d.take_by, d.taken_at, d.finish_soon_at, d.finish_by, d.finish_stopped_at, d.finish_is_over,
      d.ticket_id is not null as has_row,
      case when target.project_id is not null and (d.status <> t.status
          or (d.ticket_id is null and t.closed_at >= target.changed_at)
          or (t.status <> 'closed' and d.targets_version is distinct from target.version))
        then ${inputsAsJson} end as inputs
    from (select) as one
    left join project_targets as target on target.project_id = t.project_id and target.has_targets
    left join ticket_deadlines as d on d.ticket_id = t.id and (t.status = 'closed' or target.project_id is not null)
    limit 1 -- otherwise the planner may read all deadlines for each page
  ) as deadline on true`;

/** The columns of the join. As one JSON value they took a sixth of a list. */
export const deadlineColumns: RawBuilder<unknown> = sql`deadline.*`;

/** @returns null: neither a row nor targets to calculate one from */
export function presentDeadline(row: ReadDeadline, now: Date): TicketDeadline | null {
  if (!row.inputs && !row.has_row) return null;
  const deadlines = row.inputs ? deadlinesFrom(row.inputs) : deadlinesOfRow(row);
  const { take, finish } = deadlines;
  if (!take && !finish) return null;
  return {
    take_by: take?.by.toISOString() ?? null,
    finish_by: finish?.by.toISOString() ?? null,
    take_state: stateOf(take, now),
    finish_state: stateOf(finish, now),
  };
}
