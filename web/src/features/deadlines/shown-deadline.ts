import type { Status } from '../../contract/enums.ts';
import type { TicketDeadline } from '../../contract/schemas.ts';

/** What is said of the deadlines of a ticket. */
export type ShownDeadline =
  | { kind: 'take' | 'finish'; by: string; isSoon: boolean }
  | { kind: 'late'; by: string }
  | { kind: 'done late' | 'met' | 'missed'; by: string };

/**
 * The deadline that matters now: that of taking while the ticket is free, then that of finishing.
 * @param now milliseconds; the states are as old as the response
 * @returns undefined: there is nothing to say
 */
export function shownDeadline(deadline: TicketDeadline, status: Status, now: number): ShownDeadline | undefined {
  const { take_by, take_state, finish_by, finish_state } = deadline;
  if (status === 'new' && take_by !== null) return runningDeadline('take', take_by, take_state, now);
  if (finish_by === null) return undefined;
  if (status === 'closed') {
    if (finish_state !== 'met' && finish_state !== 'missed') return undefined;
    return { kind: finish_state, by: finish_by };
  }
  // Its clock stands still.
  if (status === 'done') return finish_state === 'overdue' ? { kind: 'done late', by: finish_by } : undefined;
  return runningDeadline('finish', finish_by, finish_state, now);
}

function runningDeadline(
  kind: 'take' | 'finish',
  by: string,
  state: TicketDeadline['take_state'],
  now: number,
): ShownDeadline | undefined {
  if (state === 'overdue' || Date.parse(by) <= now) return { kind: 'late', by };
  return { kind, by, isSoon: state === 'due_soon' };
}
