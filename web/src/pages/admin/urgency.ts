import type { Priority, Status } from '../../contract/enums.ts';
import type { Ticket } from '../../contract/schemas.ts';

const hourMs = 3_600_000;
/** From then on an age is shown in amber, and in red. */
const thresholdHours: Record<Priority, [warning: number, critical: number]> = {
  high: [1, 4],
  normal: [24, 72],
  low: [72, 168],
};
const maxUnassignedHours = 1;
const maxUnconfirmedHours = 72;
const maxReworks = 1;

/** When the ticket got its status. */
export function statusSince({ status, ...ticket }: Ticket): string {
  const times: Partial<Record<Status, string | null>> = {
    assigned: ticket.assigned_at,
    in_progress: ticket.started_at,
    done: ticket.done_at,
    rejected: ticket.rejected_at,
  };
  return times[status] || ticket.created_at;
}

/** Whether a ticket is for too long in its status; a finished one waits for the client, whatever its priority. */
export function ageLevel(ticket: Ticket, now: number): 'normal' | 'warning' | 'critical' {
  const [warning, critical] = thresholdHours[ticket.status === 'done' ? 'normal' : ticket.priority];
  const hours = hoursSince(statusSince(ticket), now);
  if (hours >= critical) return 'critical';
  return hours >= warning ? 'warning' : 'normal';
}

export type AttentionReason = 'disabled' | 'handed_back' | 'unassigned' | 'reworked' | 'unconfirmed';

/**
 * Why somebody has to look at a ticket.
 * @param isDisabled whether an account is known to be disabled
 * @returns undefined when it goes its way
 */
export function attentionReason(
  ticket: Ticket,
  now: number,
  isDisabled: (accountId: string) => boolean,
): AttentionReason | undefined {
  const { status, priority, worker_id, rework_count } = ticket;
  const hours = hoursSince(statusSince(ticket), now);
  if (status === 'done') return hours > maxUnconfirmedHours ? 'unconfirmed' : undefined;
  if (status === 'new') return priority === 'high' && hours > maxUnassignedHours ? 'unassigned' : undefined;
  if (worker_id && isDisabled(worker_id)) return 'disabled';
  return status === 'rejected' && rework_count > maxReworks ? 'reworked' : undefined;
}

/** Orders tickets: those of high priority first, then those that have their status the longest. */
export function byUrgency(one: Ticket, other: Ticket): number {
  const priority = Number(other.priority === 'high') - Number(one.priority === 'high');
  return priority || Date.parse(statusSince(one)) - Date.parse(statusSince(other)) || one.id - other.id;
}

const hoursSince = (at: string, now: number): number => (now - Date.parse(at)) / hourMs;
