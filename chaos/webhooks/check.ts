import type { Deployment } from '../lib/deployment.ts';
import type { Hook } from './receiver.ts';

interface Entry {
  id: number;
  ticket_id: number;
  client_id: string;
  action: string;
  /** its number in the journal of the ticket, from 0 */
  place: number;
}

/** Compares what each webhook accepted with the journal: everything that its owner may see, in order. */
export async function checkHooks(deployment: Deployment, hooks: Hook[]) {
  const rows = await deployment.query<Entry>(`
    select e.id::float8 as id, e.ticket_id, t.client_id, e.action,
      (row_number() over (partition by e.ticket_id order by e.id) - 1)::int as place
    from ticket_events e join tickets t on t.id = e.ticket_id order by e.id`);
  const counts = { due: 0, accepted: 0, lost: 0, repeated: 0, disordered: 0 };
  for (const hook of hooks) {
    deployment.problems.add(...hook.problems);
    const due = rows.filter(({ client_id }) => hook.ownerId === undefined || hook.ownerId === client_id);
    checkHook(deployment, hook, due, counts);
  }
  return counts;
}

type Counts = Awaited<ReturnType<typeof checkHooks>>;

function checkHook({ expected, report, kills }: Deployment, { path, accepted }: Hook, due: Entry[], counts: Counts): void {
  const entries = new Map(due.map((entry) => [entry.id, entry]));
  const byId = Map.groupBy(accepted, ({ id }) => id);
  counts.due += due.length;
  counts.accepted += byId.size;
  counts.repeated += accepted.length - byId.size;
  const arrived = new Set<number>();
  const lastOfTicket = new Map<number, number>();
  /** when the changes that arrived so far were asked for, at the latest */
  let latestSent = 0;
  let composedAnew = 0;
  for (const messages of byId.values()) {
    const [message, ...repetitions] = messages;
    if (!message) continue;
    if (repetitions.some(({ body }) => body !== message.body)) composedAnew++;
    const { journalId, event, ticketId } = message;
    const entry = entries.get(journalId);
    if (entry?.ticket_id !== ticketId || event !== `ticket_${entry.action}`) {
      report(`${path}: ${event} of ${ticketId} is not in the journal, or not for this owner`);
      continue;
    }
    if (arrived.has(journalId)) report(`${path}: two messages tell entry ${journalId}`);
    arrived.add(journalId);
    const change = expected.tickets.get(ticketId)?.changes[entry.place];
    // A change that was answered before another one was asked for comes before it.
    const isLate = change !== undefined && change.received < latestSent;
    if (isLate || (lastOfTicket.get(ticketId) ?? 0) > journalId) {
      counts.disordered++;
      report(`${path}: ${event} of ${ticketId} arrived after a later one`);
    }
    latestSent = Math.max(latestSent, change?.sent ?? 0);
    lastOfTicket.set(ticketId, journalId);
  }
  // What was on its way when its instance was killed was not recorded with its body.
  if (composedAnew > kills) report(`${path}: ${composedAnew} messages came again with another body, with ${kills} kills`);
  for (const { id, ticket_id, action } of due) {
    if (arrived.has(id)) continue;
    counts.lost++;
    report(`${path}: lost: ${action} of ${ticket_id}`);
  }
}
