import type { Deployment } from '../lib/deployment.ts';
import { allDay, isMember, type Person, type Project, type Town } from './people.ts';

// What is due by the journal of the tickets, by code of its own: who is told what, and until when it is true.

interface Entry {
  id: string;
  action: string;
  status: string;
  actor_id: string | null;
  at: number;
}

export interface Ticket {
  id: number;
  /** its description */
  job: string;
  project: Project;
  client: Person;
  worker: Person | undefined;
  isUrgent: boolean;
  entries: Entry[];
}

/** One thing that one person is to be told. */
export interface Due {
  person: Person;
  event: string;
  ticket: Ticket;
  /** the entry of the journal */
  entryId: string;
  at: number;
}

const eventOfAction: Record<string, string> = {
  created: 'ticket_available',
  assigned: 'ticket_assigned',
  started: 'ticket_started',
  done: 'ticket_done',
  rejected: 'ticket_rejected',
  confirmed: 'ticket_confirmed',
  canceled: 'ticket_canceled',
};

/** The status that a ticket has for as long as an event is news. */
const statusOfEvent: Record<string, string> = {
  ticket_available: 'new',
  ticket_assigned: 'assigned',
  ticket_started: 'in_progress',
  ticket_done: 'done',
  ticket_rejected: 'rejected',
  ticket_confirmed: 'closed',
  ticket_canceled: 'closed',
};

/** Reads the tickets with their journals. */
export async function readTickets(deployment: Deployment, { people, projects }: Town): Promise<Map<number, Ticket>> {
  const byId = new Map(people.map((person) => [person.user.id, person]));
  const byProject = new Map(projects.map((project) => [project.id, project]));
  const tickets = new Map<number, Ticket>();
  const rows = await deployment.query<{
    ticket_id: number;
    description: string;
    project_id: number;
    worker_id: string | null;
    priority: string;
    id: string;
    action: string;
    to_status: string;
    actor_id: string | null;
    at: string;
  }>(`
    select e.id::text, e.ticket_id, e.action, e.to_status, e.actor_id, extract(epoch from e.created_at) * 1000 as at,
      t.description, t.project_id, t.worker_id, t.priority
    from ticket_events as e join tickets as t on t.id = e.ticket_id order by e.id`);
  for (const row of rows) {
    const project = byProject.get(row.project_id);
    if (!project) throw new Error(`ticket ${row.ticket_id} is in no project of this run`);
    const known = tickets.get(row.ticket_id);
    const ticket: Ticket = known ?? {
      id: row.ticket_id,
      job: row.description,
      project,
      client: project.client,
      worker: byId.get(row.worker_id ?? ''),
      isUrgent: row.priority === 'high',
      entries: [],
    };
    ticket.entries.push({ id: row.id, action: row.action, status: row.to_status, actor_id: row.actor_id, at: Number(row.at) });
    tickets.set(ticket.id, ticket);
  }
  return tickets;
}

/** @returns all that has to be in inboxes */
export function findDue(tickets: Iterable<Ticket>): Due[] {
  return [...tickets].flatMap((ticket) =>
    ticket.entries.flatMap(({ id, action, actor_id, at }) => {
      const told = recipientsOf(ticket, action, at).filter(({ kind, user }) => kind !== 'disabled' && user.id !== actor_id);
      return told.map((person): Due => ({ person, event: eventOfAction[action] ?? action, ticket, entryId: id, at }));
    }),
  );
}

function recipientsOf({ project, client, worker }: Ticket, action: string, at: number): Person[] {
  const assignee = worker ? [worker] : [];
  if (action === 'created')
    return project.memberships.flatMap(({ person, from, until }) => (from <= at && at < until ? [person] : []));
  if (action === 'started' || action === 'done') return [client];
  return action === 'canceled' ? [client, ...assignee] : assignee;
}

/**
 * Whether what was due was not so, or the person did not see the ticket any more, at that time or at most `slackMs` before or after:
 * the time of an entry is that of its request, which what is asked meanwhile does not see yet, and the time of a decision is taken before
 * the decision reads the ticket.
 */
export function isObsolete({ event, ticket, person, at: dueAt, entryId }: Due, at: number, slackMs: number): boolean {
  const first = ticket.entries.findIndex(({ id }) => id === entryId);
  const later = ticket.entries.slice(first + 1).filter((entry) => entry.at <= at + slackMs);
  const isFalse = later.some(({ status }, i) => {
    const until = later[i + 1]?.at ?? Number.POSITIVE_INFINITY;
    return status !== statusOfEvent[event] && until + slackMs > at;
  });
  // Work that was done again is news of its own.
  const isDoneAgain = event === 'ticket_done' && later.some(({ action }) => action === 'done');
  return isFalse || isDoneAgain || (event === 'ticket_available' && at >= dueAt && !isMember(ticket.project, person, at));
}

/** Whether a person sees a ticket at that time or, at most `slackMs` before, has seen it. */
export function maySee({ project, client, worker, entries }: Ticket, person: Person, at: number, slackMs: number): boolean {
  if (person.kind === 'disabled') return false;
  if (person === client || person === worker) return true;
  const newUntil = entries[1]?.at ?? Number.POSITIVE_INFINITY;
  const isOfProject = project.memberships.some((one) => one.person === person && one.from <= at && at - slackMs < one.until);
  return isOfProject && at - slackMs < newUntil;
}

/** Whether a message may not reach the person at that time. */
export function isQuiet({ kind }: Person, isUrgent: boolean, turningPoint: number, at: number): boolean {
  switch (kind) {
    case 'quiet':
      return at < turningPoint + allDay.afterMs;
    case 'urgent':
      return !isUrgent && at < turningPoint + allDay.afterMs;
    case 'quietEnds':
    case 'digest':
      return at < turningPoint;
    case 'quietBegins':
      return at >= turningPoint;
    default:
      return false;
  }
}

/** Whether something that happened then may wait beyond the end of the run. @param slackMs how late the service may look at it */
export function mayWait({ person, ticket, at }: Due, turningPoint: number, slackMs: number): boolean {
  if (person.kind === 'digest') return at + slackMs >= turningPoint;
  return person.kind !== 'quietEnds' && isQuiet(person, ticket.isUrgent, turningPoint, at + slackMs);
}
