import { type RawBuilder, sql } from 'kysely';
import { plus } from '../../../platform/lib/clock.ts';
import { days } from '../../../platform/lib/duration.ts';
import type { TicketStatus } from '../lifecycle.ts';
import type { Priority } from '../tables.ts';
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
  /** in the order of time */
  holds: { from: string; to: string | null }[];
}

/** The inputs of the ticket `t`, by a function of 061_ticket_holds.sql; null when its project has no row of targets. */
export const inputsAsJson: RawBuilder<DeadlineInputs> = sql`deadline_inputs(t.id)`;

export function deadlinesFrom(inputs: DeadlineInputs): Deadlines {
  const { created_at, priority, events, holds, timezone, working_hours, holidays, take_within, finish_within } = inputs;
  return deadlinesOf({
    createdAt: new Date(created_at),
    events: events.map(({ action, at }) => ({ action, at: new Date(at) })),
    holds: holds.map(({ from, to }) => ({ from: new Date(from), to: to === null ? null : new Date(to) })),
    takeWithinMinutes: take_within[priority] ?? null,
    finishWithinMinutes: finish_within[priority] ?? null,
    clock: new WorkingClock({ timezone, workingHours: working_hours, holidays }),
  });
}

/** The deadlines as a row of ticket_deadlines has them. */
export const toTexts = ({ take, finish }: Deadlines): Deadlines<string> => ({
  take: converted(take, (time) => time.toISOString()),
  finish: converted(finish, (time) => time.toISOString()),
});

/** The deadlines that a row was written from. */
export const toDates = ({ take, finish }: Deadlines<string>): Deadlines => ({
  take: converted(take, (time) => new Date(time)),
  finish: converted(finish, (time) => new Date(time)),
});

function converted<From, To>(deadline: Deadline<From> | null, convert: (time: From) => To): Deadline<To> | null {
  if (!deadline) return null;
  const { soonAt, by, stoppedAt, isOver } = deadline;
  return { soonAt: convert(soonAt), by: convert(by), stoppedAt: stoppedAt === null ? null : convert(stoppedAt), isOver };
}

/** What deadlineColumns reads of a ticket. */
export interface ReadDeadline {
  /**
   * The deadlines that the row of the ticket has. What to calculate them from, when it has no row yet, or ticket, targets or holds
   * have changed since it was written. null: there are none.
   */
  deadline: Deadlines<string> | DeadlineInputs | null;
}

export const deadlineJoin: RawBuilder<unknown> = sql`left join ticket_deadlines as of_deadlines on of_deadlines.ticket_id = t.id`;

/**
 * For so long the row of a ticket can be missing after it was closed: deliveries, which write it, are given up after a day.
 */
const rowIsMissingMs = days(2);

/**
 * Over `t` and the join. A ticket that was closed before its project had targets has no deadline, and an open one loses it with the
 * targets.
 */
export const deadlineColumns = (now: Date): RawBuilder<unknown> => sql`
  case
    when t.status = 'closed' and of_deadlines.status = 'closed' then of_deadlines.deadlines
    when t.status <> 'closed' or of_deadlines.ticket_id is not null or t.closed_at > ${plus(now, -rowIsMissingMs)} then (
      select case
        when t.status = 'closed' and of_deadlines.ticket_id is null and t.closed_at < target.changed_at then null
        when of_deadlines.status is distinct from t.status or (t.status <> 'closed' and of_deadlines.targets_version <> target.version)
          then ${inputsAsJson}
        else of_deadlines.deadlines end
      from project_targets as target where target.project_id = t.project_id and target.has_targets)
  end as deadline`;

/** @returns null: neither a row nor targets to calculate one from */
export function presentDeadline({ deadline: found }: ReadDeadline, now: Date): TicketDeadline | null {
  if (!found) return null;
  const { take, finish } = 'events' in found ? toTexts(deadlinesFrom(found)) : found;
  if (!take && !finish) return null;
  const time = now.toISOString();
  return {
    take_by: take?.by ?? null,
    finish_by: finish?.by ?? null,
    take_state: stateOf(take, time),
    finish_state: stateOf(finish, time),
  };
}
