import type pg from 'pg';
import type { Problems } from '../lib/program.ts';
import type { Accepted, Hook } from './receiver.ts';
import type { Workload } from './workload.ts';

interface Entry {
  id: number;
  ticket_id: number;
  client_id: string;
  action: string;
  /** its number in the journal of the ticket, from 0 */
  place: number;
}

export interface Counts {
  due: number;
  accepted: number;
  lost: number;
  repeated: number;
  disordered: number;
}

/** Compares what each webhook accepted with the journal: everything that its owner may see, in order. */
export async function check(db: pg.Client, hooks: Hook[], workload: Workload, problems: Problems): Promise<Counts> {
  const { rows } = await db.query<Entry>(`
    select e.id::float8 as id, e.ticket_id, t.client_id, e.action,
      (row_number() over (partition by e.ticket_id order by e.id) - 1)::int as place
    from ticket_events e join tickets t on t.id = e.ticket_id order by e.id`);
  const counts: Counts = { due: 0, accepted: 0, lost: 0, repeated: 0, disordered: 0 };
  for (const hook of hooks) {
    for (const problem of hook.problems) problems.add(problem);
    const due = rows.filter(({ client_id }) => hook.ownerId === undefined || hook.ownerId === client_id);
    checkHook(hook, due, workload, counts, problems);
  }
  return counts;
}

function checkHook({ path, accepted }: Hook, due: Entry[], { made }: Workload, counts: Counts, problems: Problems): void {
  const entries = new Map(due.map((entry) => [entry.id, entry]));
  const first = firstOfEach(path, accepted, problems);
  counts.due += due.length;
  counts.accepted += first.length;
  counts.repeated += accepted.length - first.length;
  const arrived = new Map<number, Accepted>();
  const lastOfTicket = new Map<number, number>();
  /** when the changes that arrived so far were asked for, at the latest */
  let latestSent = 0;
  for (const message of first) {
    const { journalId, event, ticketId } = message;
    const entry = entries.get(journalId);
    if (entry?.ticket_id !== ticketId || event !== `ticket_${entry.action}`) {
      problems.add(`${path}: ${event} of ${ticketId} is not in the journal, or not for this owner`);
      continue;
    }
    if (arrived.has(journalId)) problems.add(`${path}: two messages tell entry ${journalId}`);
    arrived.set(journalId, message);
    const change = made.get(ticketId)?.[entry.place];
    // A change that was answered before another one was asked for comes before it.
    const isLate = change !== undefined && change.received < latestSent;
    if (isLate || (lastOfTicket.get(ticketId) ?? 0) > journalId) {
      counts.disordered++;
      problems.add(`${path}: ${event} of ${ticketId} arrived after a later one`);
    }
    latestSent = Math.max(latestSent, change?.sent ?? 0);
    lastOfTicket.set(ticketId, journalId);
  }
  for (const { id, ticket_id, action } of due) {
    if (arrived.has(id)) continue;
    counts.lost++;
    problems.add(`${path}: lost: ${action} of ${ticket_id}`);
  }
}

/** What was accepted again has the same body. */
function firstOfEach(path: string, accepted: Accepted[], problems: Problems): Accepted[] {
  const first = new Map<string, Accepted>();
  for (const message of accepted) {
    const known = first.get(message.id);
    if (!known) first.set(message.id, message);
    else if (known.body !== message.body) problems.add(`${path}: ${message.id} came with another body`);
  }
  return [...first.values()];
}
