import type { WorkingClock } from './working-clock.ts';

// When a ticket has to be taken and finished (docs/decisions/deadlines.md). Nothing here knows the database or the present time.

const minuteMs = 60_000;
/** The share of its time after which a deadline is due soon. */
const dueSoonShare = 0.75;

export const deadlineStates = ['none', 'ok', 'due_soon', 'overdue', 'met', 'missed'] as const;
export type DeadlineState = (typeof deadlineStates)[number];

/**
 * A ticket with more entries that start, stop or end a clock has no deadlines: their number is up to its client and its worker, and all
 * of them are read and calculated with at each change. The function deadline_inputs (048_deadline_inputs_limit.sql) reads one more.
 */
export const maxClockEvents = 1_000;

/** Entries of the journal that start, stop or end a clock. */
export interface ClockEvent {
  action: 'assigned' | 'done' | 'rejected' | 'confirmed' | 'canceled';
  at: Date;
}

/** A time in which the work waits for something; the clock for finishing stands still. */
export interface Hold {
  from: Date;
  /** null: nobody knows when it ends */
  to: Date | null;
}

interface TicketClocks {
  createdAt: Date;
  /** in the order of the journal */
  events: readonly ClockEvent[];
  /** in the order of time, without overlaps */
  holds: readonly Hold[];
  /** null: no target */
  takeWithinMinutes: number | null;
  finishWithinMinutes: number | null;
  clock: WorkingClock;
}

/** One of the two deadlines of a ticket. Time: `Date`, or RFC 3339 text of one length and zone, which compares in the same order. */
export interface Deadline<Time = Date> {
  soonAt: Time;
  by: Time;
  /** since when the clock stands still; null: it runs */
  stoppedAt: Time | null;
  /** the clock has ended: the ticket was taken, or its work confirmed */
  isOver: boolean;
}

export interface Deadlines<Time = Date> {
  /** null: no target, or the ticket was canceled before */
  take: Deadline<Time> | null;
  finish: Deadline<Time> | null;
}

/** Calculates both deadlines from the journal of a ticket. */
export function deadlinesOf(ticket: TicketClocks): Deadlines {
  if (ticket.events.length > maxClockEvents) return { take: null, finish: null };
  return { take: takeDeadline(ticket), finish: finishDeadline(ticket) };
}

function takeDeadline({ createdAt, events, takeWithinMinutes, clock }: TicketClocks): Deadline | null {
  const takenAt = events.find(({ action }) => action === 'assigned')?.at ?? null;
  if (takeWithinMinutes === null || (takenAt === null && isCanceled(events))) return null;
  return deadline([{ from: createdAt, to: takenAt }], takeWithinMinutes, clock, takenAt !== null);
}

function finishDeadline({ createdAt, events, holds, finishWithinMinutes, clock }: TicketClocks): Deadline | null {
  if (finishWithinMinutes === null || isCanceled(events)) return null;
  const rounds: Round[] = [{ from: createdAt, to: null }];
  for (const { action, at } of events) {
    const round = rounds.at(-1);
    if (action === 'done' && round?.to === null) round.to = at;
    if (action === 'rejected' && round?.to !== null) rounds.push({ from: at, to: null });
  }
  const isOver = events.some(({ action }) => action === 'confirmed');
  const worked = rounds.flatMap((round) => withoutHolds(round, holds));
  return deadline(worked, finishWithinMinutes, clock, isOver);
}

/** The parts of a round between the holds; the last one has an end when the work is done, or waits without a known end. */
function withoutHolds({ from, to }: Round, holds: readonly Hold[]): Round[] {
  const parts: Round[] = [];
  let start = from;
  for (const hold of holds) {
    if (hold.to !== null && hold.to <= start) continue;
    if (to !== null && hold.from >= to) break;
    parts.push({ from: start, to: hold.from > start ? hold.from : start });
    if (hold.to === null) return parts;
    start = hold.to;
  }
  return [...parts, { from: start, to }];
}

const isCanceled = (events: readonly ClockEvent[]): boolean => events.some(({ action }) => action === 'canceled');

/** From creation or a rejection until the work is done, or a part of it between holds. */
interface Round {
  from: Date;
  /** null: under way */
  to: Date | null;
}

function deadline(rounds: readonly Round[], minutes: number, clock: WorkingClock, isOver: boolean): Deadline | null {
  const by = reachedAt(rounds, minutes * minuteMs, clock);
  const soonAt = reachedAt(rounds, minutes * minuteMs * dueSoonShare, clock);
  return by && soonAt ? { soonAt, by, stoppedAt: rounds.at(-1)?.to ?? null, isOver } : null;
}

/** When so much working time of the rounds has passed; the last one is taken to go on. */
function reachedAt(rounds: readonly Round[], workingMs: number, clock: WorkingClock): Date | undefined {
  let left = workingMs;
  for (const [i, { from, to }] of rounds.entries()) {
    if (to === null || i === rounds.length - 1) return clock.add(from, left);
    const worked = clock.between(from, to);
    if (worked >= left) return clock.add(from, left);
    left -= worked;
  }
  return undefined;
}

/** @returns the state of a deadline; while its clock stands still, the one that it had then */
export function stateOf<Time extends Date | string>(deadline: Deadline<Time> | null, now: Time): DeadlineState {
  if (!deadline) return 'none';
  const { soonAt, by, stoppedAt, isOver } = deadline;
  const isLate = stoppedAt ? stoppedAt > by : now >= by;
  if (isOver) return isLate ? 'missed' : 'met';
  if (isLate) return 'overdue';
  return (stoppedAt ?? now) >= soonAt ? 'due_soon' : 'ok';
}

export const steps = ['take_soon', 'take_overdue', 'finish_soon', 'finish_overdue'] as const;
/** A step of which people are notified once. */
export type Step = (typeof steps)[number];

export interface TimedStep {
  step: Step;
  at: Date;
}

/** @returns when each step of the clocks that run comes, in order of time; of a clock that stands still none */
export const stepsOf = ({ take, finish }: Deadlines): TimedStep[] =>
  openStepsOf({ take: take?.stoppedAt ? null : take, finish: finish?.stoppedAt ? null : finish });

/** @returns when each step comes, in order of time, with those of clocks that stand still but may go on */
export function openStepsOf({ take, finish }: Deadlines): TimedStep[] {
  const ofClock = (name: 'take' | 'finish', deadline: Deadline | null) =>
    deadline && !deadline.isOver
      ? [
          { step: `${name}_soon` as const, at: deadline.soonAt },
          { step: `${name}_overdue` as const, at: deadline.by },
        ]
      : [];
  return [...ofClock('take', take), ...ofClock('finish', finish)].sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** @returns the earlier deadline of those that can still be kept or are overdue; null: there is none */
export function dueAt({ take, finish }: Deadlines): Date | null {
  const open = [take, finish].filter((one) => one !== null && !one.isOver && !(one.stoppedAt && one.stoppedAt <= one.by));
  return open.reduce<Date | null>((first, one) => (one && (!first || one.by < first) ? one.by : first), null);
}
