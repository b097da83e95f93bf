import type { Ticket } from '../../contract/schemas.ts';
import { isAway } from '../absences/absence-text.ts';
import type { Candidate } from './candidates.ts';
import { isReassignable } from './reassignable.ts';

/** What one worker gets. */
export interface Share {
  worker: Candidate;
  tickets: Ticket[];
}

/** Whether a worker can be given a ticket, as the service decides it. */
export const canTake = ({ id, projectIds }: Pick<Candidate, 'id' | 'projectIds'>, ticket: Ticket): boolean =>
  (ticket.status === 'new' || isReassignable(ticket)) && ticket.worker_id !== id && projectIds.includes(ticket.project_id);

/**
 * Proposes who gets which tickets: each goes to the one who can take it and has the least to do, those that few can take first.
 * @param candidates workers who are away today get nothing
 * @returns the shares by name, and the tickets that nobody can take
 */
export function proposeSplit(tickets: Ticket[], candidates: Candidate[]): { shares: Share[]; rest: Ticket[] } {
  const present = candidates.filter(({ absences }) => !isAway(absences));
  const takersOf = (ticket: Ticket): Candidate[] => present.filter((worker) => canTake(worker, ticket));
  const shares = new Map(present.map((worker): [string, Share] => [worker.id, { worker, tickets: [] }]));
  const loadOf = ({ id, load }: Candidate): number => (load?.open ?? 0) + (shares.get(id)?.tickets.length ?? 0);
  const rest: Ticket[] = [];
  for (const ticket of tickets.toSorted((one, other) => takersOf(one).length - takersOf(other).length)) {
    const [least] = takersOf(ticket).sort((one, other) => loadOf(one) - loadOf(other) || one.name.localeCompare(other.name));
    if (least) shares.get(least.id)?.tickets.push(ticket);
    else rest.push(ticket);
  }
  const filled = [...shares.values()].filter((share) => share.tickets.length > 0);
  return { shares: filled.sort((one, other) => one.worker.name.localeCompare(other.worker.name)), rest };
}
