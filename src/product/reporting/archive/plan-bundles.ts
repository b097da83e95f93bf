import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { BundlePlan } from './write-bundle.ts';

/** How many expired tickets are read at once, so that memory is bounded, and grouped by project and month. */
const windowSize = 5_000;
/** Of one bundle: a bundle is what is written, verified and deleted at once. */
const maxTickets = 100;
const maxBytes = 128 * 1024 * 1024;

interface ExpiredTicket {
  id: number;
  project_id: number;
  month: string;
  closed_at: string;
  bytes: number;
}

/** Groups the tickets that were closed before a time into bundles, the oldest first. */
export async function* planBundles(db: Database, closedBefore: Date): AsyncGenerator<BundlePlan> {
  let after = { closed_at: '-infinity', id: 0 };
  for (;;) {
    const tickets = await readExpired(db, closedBefore, after);
    const groups = Map.groupBy(tickets, ({ project_id, month }) => `${project_id}/${month}`);
    for (const group of groups.values()) yield* split(group);
    const last = tickets.at(-1);
    if (!last || tickets.length < windowSize) return;
    after = last;
  }
}

async function readExpired(db: Database, closedBefore: Date, after: { closed_at: string; id: number }): Promise<ExpiredTicket[]> {
  const { rows } = await sql<ExpiredTicket>`
    select t.id, t.project_id, t.closed_at, to_char(t.closed_at at time zone 'UTC', 'YYYY-MM') as month,
      (select coalesce(sum(size_bytes), 0) from ticket_photos where ticket_id = t.id)
        + (select coalesce(sum(size_bytes), 0) from ticket_attachments where ticket_id = t.id and not is_internal) as bytes
    from tickets as t
    where t.status = 'closed' and t.closed_at < ${closedBefore.toISOString()}::timestamptz
      and t.closed_at >= ${after.closed_at}::timestamptz
      and (t.closed_at, t.id) > (${after.closed_at}::timestamptz, ${after.id}::integer)
    order by t.closed_at, t.id limit ${windowSize}`.execute(db.read);
  return rows;
}

/** Bundles with a limited number of tickets and of bytes, at least one ticket each. */
function* split(tickets: ExpiredTicket[]): Generator<BundlePlan> {
  let ids: number[] = [];
  let bytes = 0;
  for (const [i, ticket] of tickets.entries()) {
    ids.push(ticket.id);
    bytes += ticket.bytes;
    const next = tickets[i + 1];
    if (next && ids.length < maxTickets && bytes + next.bytes <= maxBytes) continue;
    yield { projectId: ticket.project_id, month: ticket.month, ids, bytes };
    ids = [];
    bytes = 0;
  }
}
