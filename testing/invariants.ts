import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

// Invariants of the database that must hold at every moment, also after kills. They are written in SQL from the
// specification and share no code with the service. Each query returns the rows that violate its invariant.

// The journal entries that change the status; entries about photos do not.
const steps = `ticket_events where action not in ('photo_added', 'photo_removed')`;

const counters = (table: string, key: string, counted: string): string => `
    select ${key}, sum(stored) as stored, sum(counted) as counted from (
      select ${key}, n as stored, 0 as counted from ${table} union all select ${key}, 0, count(*) from ${counted}
    ) as both_sides
    group by ${key} having sum(stored) <> sum(counted)`;

/** Invariants of the tables that triggers derive from tickets. */
export const counterInvariants: Record<string, string> = {
  'ticket_status_counts differs from the tickets': counters(
    'ticket_status_counts',
    'client_id, status, category, priority',
    'tickets group by grouping sets ((client_id, status, category, priority), (client_id, status))',
  ),
  'worker_closed_counts differs from the tickets': counters(
    'worker_closed_counts',
    'worker_id',
    `tickets where status = 'closed' and worker_id is not null group by worker_id`,
  ),
};

const ofTickets = (table: string, columns: string): string =>
  `(select ticket_id, ${columns} from ${table} group by ticket_id) as ${table} on ${table}.ticket_id = t.id`;

const publicAndInternal = 'count(*) filter (where not is_internal) as n, count(*) filter (where is_internal) as internal';

/** The summaries of tickets are those of their photos, attachments and comments. */
export const summaryInvariants: Record<string, string> = {
  'ticket_summaries differs from the photos, attachments and comments': `
    select t.id from tickets t
    left join ticket_summaries s on s.ticket_id = t.id
    left join ${ofTickets('ticket_photos', 'count(*) as n, max(id) as newest')}
    left join (select ticket_id, ${publicAndInternal}, min(id) filter (where not is_internal) as first
      from ticket_attachments where kind <> 'signature' group by ticket_id) as ticket_attachments on ticket_attachments.ticket_id = t.id
    left join ${ofTickets('ticket_comments', publicAndInternal)}
    where (coalesce(s.photos, 0), s.newest_photo_id, coalesce(s.attachments, 0), s.first_attachment_id, coalesce(s.comments, 0),
        coalesce(s.internal_attachments, 0), coalesce(s.internal_comments, 0))
      is distinct from (coalesce(ticket_photos.n, 0), ticket_photos.newest, coalesce(ticket_attachments.n, 0),
        ticket_attachments.first, coalesce(ticket_comments.n, 0), coalesce(ticket_attachments.internal, 0),
        coalesce(ticket_comments.internal, 0))`,
};

/** The search finds what tickets say now, unless they wait for the job that follows new names. */
const searchInvariants: Record<string, string> = {
  'ticket_search differs from the ticket': `
    select t.id from tickets t
    left join ticket_search s on s.ticket_id = t.id
    where s.document is distinct from ticket_document(t.id)
      and not exists (select from ticket_search_stale as stale where stale.object_id = t.object_id)`,
};

/** The numbers are those of the journal, apart from the worker, whom a reassignment changes, and from tickets that were deleted. */
const statsInvariants: Record<string, string> = {
  'ticket_stats differs from the journal': `
    select e.id from ticket_events e join tickets t on t.id = e.ticket_id left join ticket_stats s on s.event_id = e.id
    where (s.action, s.at, s.project_id, s.object_id, s.category, s.had_worker) is distinct from
        (e.action, e.created_at, t.project_id, t.object_id, t.category, e.action <> 'created' and t.worker_id is not null)
      and (e.action in ('created', 'rejected', 'confirmed', 'canceled') or (e.action = 'assigned' and e.from_status = 'new'))`,
};

/** The sums of each week without late changes are those of its rows. Each kind but that of workers has all of them. */
export const sumInvariants: Record<string, string> = {
  'ticket_stats_sums differs from ticket_stats': `
    select w.week, of_kind, s.created, r.created as counted
    from ticket_stats_weeks w
    cross join unnest(array[7, 11, 13, 14]) as of_kind
    cross join lateral (
      select coalesce(sum(created), 0) as created, coalesce(sum(closed), 0) as closed, coalesce(sum(canceled), 0) as canceled,
        coalesce(sum(reworked), 0) as reworked, coalesce(sum(met), 0) as met, coalesce(sum(missed), 0) as missed,
        case when of_kind > 7 then coalesce(sum(cardinality(take)), 0) end as take,
        case when of_kind > 7 then coalesce(sum(cardinality(finish)), 0) end as finish
      from ticket_stats_sums s where s.week = w.week and s.kind = of_kind
    ) as s
    cross join lateral (
      select count(*) filter (where action = 'created') as created, count(*) filter (where action in ('confirmed', 'canceled')) as closed,
        count(*) filter (where action = 'canceled') as canceled, count(*) filter (where action = 'rejected') as reworked,
        count(*) filter (where deadline_met) as met, count(*) filter (where not deadline_met) as missed,
        case when of_kind > 7 then count(seconds) filter (where action = 'assigned') end as take,
        case when of_kind > 7 then count(seconds) filter (where action = 'confirmed') end as finish
      from ticket_stats r join projects p on p.id = r.project_id
      where r.at >= w.week and r.at < w.week + interval '7 days' and (of_kind <> 14 or r.had_worker)
    ) as r
    where w.is_summed and not exists (select from ticket_stats_late l where l.week = w.week) and s is distinct from r`,
};

/** The invariant that no two transactions have deadlocked. */
export const lockOrder = 'the locks were not taken in one order';

/** Invariants that hold also for tickets that a test inserted with SQL. */
export const coreInvariants: Record<string, string> = {
  'the last entry of the journal tells another status than the ticket': `
    select t.id, t.status, last.to_status from tickets t
    left join lateral (select to_status from ticket_events e where e.ticket_id = t.id order by id desc limit 1) as last on true
    where t.status is distinct from last.to_status`,
  ...counterInvariants,
  ...summaryInvariants,
  ...searchInvariants,
  [lockOrder]: `
    select deadlocks from pg_stat_database where datname = current_database() and deadlocks > 0`,
};

const allInvariants: Record<string, string> = {
  ...coreInvariants,
  ...statsInvariants,
  ...sumInvariants,
  'a journal does not begin with one entry "created"': `
    select t.id from tickets t left join ticket_events e on e.ticket_id = t.id
    group by t.id having count(*) filter (where e.action = 'created' and e.from_status is null and e.to_status = 'new') <> 1
      or min(e.id) is distinct from min(e.id) filter (where e.action = 'created')`,
  'an entry does not begin where the one before ended': `
    select * from (
      select id, ticket_id, action, from_status, lag(to_status) over (partition by ticket_id order by id) as before from ticket_events
    ) as e where action <> 'created' and from_status is distinct from before`,
  'an entry is no transition of the specification': `
    select id, ticket_id, action, from_status, to_status from ticket_events
    where not case action
      when 'created' then from_status is null and to_status = 'new'
      when 'assigned' then from_status in ('new', 'assigned', 'in_progress', 'rejected') and to_status = 'assigned'
      when 'started' then from_status in ('assigned', 'rejected') and to_status = 'in_progress'
      when 'done' then from_status = 'in_progress' and to_status = 'done'
      when 'confirmed' then from_status = 'done' and to_status = 'closed'
      when 'rejected' then from_status = 'done' and to_status = 'rejected'
      when 'canceled' then from_status <> 'closed' and to_status = 'closed'
      else from_status = to_status and from_status is not null end`,
  'the stamps of a ticket are not those of its journal': `
    select t.id, t.status from tickets t join (
      select ticket_id,
        max(created_at) filter (where action = 'assigned') as assigned,
        min(created_at) filter (where action = 'started') as started,
        max(created_at) filter (where action = 'done') as done,
        max(created_at) filter (where action = 'confirmed') as confirmed,
        max(created_at) filter (where action = 'rejected') as rejected,
        max(created_at) filter (where to_status = 'closed') as closed,
        count(*) filter (where action = 'rejected') as rejections,
        max(comment) filter (where action = 'canceled') as reason,
        min(created_at) as created
      from ${steps} group by ticket_id
    ) as e on e.ticket_id = t.id
    where (t.assigned_at, t.started_at, t.done_at, t.confirmed_at, t.rejected_at, t.closed_at, t.cancel_reason, t.created_at)
        is distinct from (e.assigned, e.started, e.done, e.confirmed, e.rejected, e.closed, e.reason, e.created)
      or t.rework_count <> e.rejections or (t.worker_id is null) <> (t.assigned_at is null)`,
  'a ticket was updated at another time than its newest entry or correction was written': `
    select t.id from tickets t
    join lateral (select created_at from ticket_events e where e.ticket_id = t.id order by id desc limit 1) as newest on true
    left join lateral (select created_at from ticket_edits e where e.ticket_id = t.id order by id desc limit 1) as edit on true
    where coalesce(t.updated_at, t.created_at) <> all(array_remove(array[newest.created_at, edit.created_at], null))`,
  'the newest correction of a field does not say what the ticket says': `
    select t.id, e.field, e.new_value from tickets t
    join (select distinct on (ticket_id, field) * from ticket_edits order by ticket_id, field, id desc) as e on e.ticket_id = t.id
    where e.new_value <> case e.field when 'description' then t.description when 'category' then t.category::text
      when 'priority' then t.priority::text when 'floor' then t.floor end`,
  'a correction does not begin with the value of the one before': `
    select * from (
      select id, ticket_id, field, old_value, lag(new_value) over (partition by ticket_id, field order by id) as before from ticket_edits
    ) as e where old_value <> before`,
  'a worker has an unclosed ticket of a project without being its member': `
    select t.id, t.worker_id from tickets t
    left join project_workers m on m.project_id = t.project_id and m.worker_id = t.worker_id and m.status = 'active'
    where t.worker_id is not null and t.status <> 'closed' and m.worker_id is null`,
  'a ticket waits for another worker after it was started, reassigned or closed': `
    select h.ticket_id, t.status from ticket_hand_backs h join tickets t on t.id = h.ticket_id
    where h.is_open and (t.status not in ('assigned', 'rejected') or h.worker_id is distinct from t.worker_id)`,
  'a ticket is on hold whose work cannot wait': `
    select h.ticket_id, t.status from ticket_holds h join tickets t on t.id = h.ticket_id
    where h.ended_at is null and t.status not in ('assigned', 'in_progress', 'rejected')`,
  'a hash chain is not that of its journal': `
    select ticket_id, c.entries, e.n from ticket_chains c full join (
      select ticket_id, count(*) as n, max(id) as newest_id, max(encode(chain_hash, 'hex')) filter (where is_newest) as newest, journal_chain(bytes order by id) as head
      from (
        select e.ticket_id, e.id, e.chain_hash, lead(e.id) over (partition by e.ticket_id order by e.id) is null as is_newest,
          journal_entry_bytes(e.ticket_id, e.id, action, from_status, to_status, actor_name, comment, created_at, photo_id,
            photo_sha256) as bytes
        from ticket_events e
      ) as entries group by ticket_id
    ) as e using (ticket_id)
    where c.entries is distinct from e.n or case
      -- Of a journal with replaced names the last link is compared; GET /ext/tickets/{id}/chain checks all of them.
      when exists (select from journal_replacements r where r.ticket_id = e.ticket_id) then encode(c.head, 'hex') is distinct from
        coalesce((select encode(r.hash, 'hex') from journal_replacements r
          where r.ticket_id = e.ticket_id and r.after_entry_id = e.newest_id order by r.id desc limit 1), e.newest)
      else c.head is distinct from e.head or e.newest <> encode(e.head, 'hex') end`,
  'one request has made two tickets': `
    select description from tickets where description like 'ticket-%' group by 1 having count(*) > 1`,
  'the journal counts other photos than there are': `
    select t.id from tickets t
    where (select count(*) from ticket_photos p where p.ticket_id = t.id) <>
      (select count(*) filter (where action = 'photo_added') - count(*) filter (where action = 'photo_removed')
       from ticket_events e where e.ticket_id = t.id)`,
  'a run of a rule and its ticket do not belong together': `
    select r.id, r.rule_id, r.ticket_id from recurring_runs r left join tickets t on t.id = r.ticket_id
    where r.ticket_id is not null and (t.rule_id is distinct from r.rule_id or t.created_at <> r.run_at)`,
  'a rule has two unclosed tickets': `
    select rule_id from tickets where rule_id is not null and status <> 'closed' group by rule_id having count(*) > 1`,
  'a rule says another last run than its history': `
    select r.id from recurring_rules r
    where r.last_run_at is distinct from coalesce((select max(run_at) from recurring_runs n where n.rule_id = r.id), r.last_run_at)
      or (r.last_run_at is null and exists (select from recurring_runs n where n.rule_id = r.id))
      or (r.next_run_at <= r.last_run_at and not exists (select from recurring_patterns p where p.rule_id = r.id and p.has_ended))`,
  'a rule whose pattern has ended is active': `
    select r.id from recurring_rules r join recurring_patterns p on p.rule_id = r.id where p.has_ended and r.is_active`,
  'a delivery of a webhook was sent before an earlier one': `
    select d.webhook_id, waiting.id, d.id as sent from webhook_deliveries waiting
    join webhook_deliveries d on d.webhook_id = waiting.webhook_id and d.id > waiting.id and d.state = 'delivered'
    where waiting.state = 'pending' and not waiting.is_redelivery`,
  'an open invitation has no end, or an answered one no answer': `
    select project_id, worker_id from project_workers
    where (status = 'invited') <> (expires_at is not null) or (status = 'invited') <> (responded_at is null)`,
};

/** @param exception an invariant that need not hold @returns a description of each violated invariant */
export async function violations(db: pg.Client, exception?: string): Promise<string[]> {
  const found: string[] = [];
  for (const [what, query] of Object.entries(allInvariants)) {
    if (what === exception) continue;
    const { rows } = await db.query(query);
    if (rows.length > 0) found.push(`${what}: ${rows.length} x, as ${JSON.stringify(rows[0])}`);
  }
  return found;
}

const thumbSuffix = '.thumb.webp';

/**
 * Compares photo rows with files in DATA_DIR: each has the other, or its file is scheduled for deletion. A photo may have a small
 * version.
 */
export async function photoViolations(db: pg.Client, dataDir: string): Promise<string[]> {
  const files = filesIn(join(dataDir, 'photos'));
  // Rows are read after the files: a file that is deleted meanwhile is scheduled for deletion by then.
  const { rows } = await db.query<{ storage_key: string; size_bytes: number }>(
    'select storage_key, size_bytes from stored_files',
  );
  const pending = await db.query<{ storage_key: string }>('select storage_key from pending_file_deletions');
  const known = new Set([...rows, ...pending.rows].map(({ storage_key }) => storage_key));
  const unknown = [...files.keys()].filter((name) => !known.has(name.replace(thumbSuffix, '')));
  const broken = rows.filter(({ storage_key, size_bytes }) => files.get(storage_key) !== size_bytes);
  return [
    ...(unknown.length > 0 ? [`${unknown.length} files belong to no photo and wait for no removal`] : []),
    ...(broken.length > 0 ? [`${broken.length} photos have no file, or one of another size`] : []),
  ];
}

function filesIn(folder: string): Map<string, number> {
  const sizes = new Map<string, number>();
  let entries: ReturnType<typeof list> = [];
  try {
    entries = list(folder);
  } catch {
    return sizes; // no photo was ever added
  }
  for (const entry of entries) {
    const size = entry.isFile() && statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size;
    if (typeof size === 'number') sizes.set(entry.name, size);
  }
  return sizes;
}

const list = (folder: string) => readdirSync(folder, { recursive: true, withFileTypes: true });
