import pg from 'pg';
import pino from 'pino';
import { openDatabase } from '../src/platform/database/database.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { hashPassword } from '../src/platform/security/passwords.ts';
import { sumWeeks } from '../src/product/reporting/stats/sum-weeks.ts';

// Fills a database with tickets, deterministically for each number of tickets. Ids are computable, so
// that a benchmark knows the owner of each row: ticket i belongs to client i % clients.

/** Increase it when the seeded data changes: databases that were kept are then seeded again. */
export const seedVersion = 11;

export const password = 'correct-horse-1';

export interface Size {
  tickets: number;
  clients: number;
  projects: number;
  workers: number;
}

/** 200 clients, 2,000 projects, 500 workers; fewer where their pages would not be full. */
export function sizeOf(tickets: number): Size {
  const clients = Math.min(200, Math.max(20, Math.floor(tickets / 50)));
  return { tickets, clients, projects: clients * 10, workers: Math.min(500, Math.max(25, Math.floor(tickets / 40))) };
}

const bases = { admin: 1_000_000, client: 2_000_000, worker: 3_000_000 };
export type Role = keyof typeof bases;

/** The id of the i-th person of a role, counted from 0. */
export const personId = (role: Role, i: number): string => `00000000-0000-4000-8000-${String(bases[role] + i).padStart(12, '0')}`;

/** personId() as an SQL expression. */
export const personIdSql = (role: Role, i: string): string =>
  `('00000000-0000-4000-8000-' || lpad((${bases[role]} + ${i})::text, 12, '0'))`;

/** @returns an SQL expression for a pseudorandom number below `limit` that depends on `i` only */
const dice = (i: string, salt: number, limit: string | number): string => `((hashint4(${i} # ${salt}) & 2147483647) % ${limit})`;

const batch = 50_000;
/** Connections that insert batches and create indexes at the same time. */
const connections = 4;

/** Migrates an empty database and fills it. @param until creation time of the newest ticket */
export async function seed(url: string, tickets: number, until = new Date()): Promise<void> {
  await migrate({ connectionString: url }, pino({ level: 'silent' }));
  const size = sizeOf(tickets);
  const options = '-c TimeZone=UTC -c jit=off -c synchronous_commit=off -c maintenance_work_mem=1GB -c statement_timeout=0';
  const pool = new pg.Pool({ connectionString: url, options, max: connections });
  try {
    await pool.query(peopleAndPlaces(size, await hashPassword(password), until.toISOString()));
    const rebuild = await strip(pool);
    const starts = Array.from({ length: Math.ceil(tickets / batch) }, (_, i) => 1 + i * batch);
    await eachOf(starts, async (first) => {
      const last = Math.min(tickets, first + batch - 1);
      const { rows } = await pool.query<{ id: string }>('select coalesce(max(id), 0) as id from ticket_events');
      await pool.query(`begin; ${someTickets(size, first, last, until.toISOString())}; ${theirJournal(first, last)};
        ${chainsAndNumbers(first, last, rows[0]?.id ?? '0')}; ${theirDocuments(first, last)}; commit`);
    });
    await rebuild();
    await resetSequences(pool);
    await sumAllWeeks(url);
    await pool.query('drop table seed_crews, seed_documents');
    await pool.query('vacuum (analyze)');
  } finally {
    await pool.end();
  }
}

/** Works off a list over all connections, in order. */
async function eachOf<T>(list: T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const rest = list.values();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const one of rest) await work(one);
    }),
  );
}

/** Else the job of the first service would sum them beside what is measured. */
async function sumAllWeeks(connectionString: string): Promise<void> {
  const db = openDatabase({ connectionString }, pino({ level: 'silent' }));
  try {
    await sumWeeks({ db });
  } finally {
    await db.close();
  }
}

/** The tables that are filled without their secondary indexes, foreign keys and triggers, which make bulk inserts slow. */
const filled = ['tickets', 'ticket_events', 'ticket_chains', 'ticket_search', 'ticket_stats'];
const oids = filled.map((table) => `'${table}'::regclass`).join(', ');

/** Drops indexes, keys and triggers. @returns a function that restores them and the counters */
async function strip(db: pg.Pool): Promise<() => Promise<void>> {
  const { rows: indexes } = await db.query<{ name: string; definition: string }>(`
    select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid in (${oids}) and not indisunique`);
  const { rows: keys } = await db.query<{ owner: string; name: string; definition: string }>(`
    select conrelid::regclass as owner, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid in (${oids}) and contype = 'f'`);
  await db.query(indexes.map(({ name }) => `drop index ${name}`).join(';'));
  await db.query(keys.map(({ owner, name }) => `alter table ${owner} drop constraint ${name}`).join(';'));
  await db.query(filled.map((table) => `alter table ${table} disable trigger user`).join(';'));
  return async () => {
    await db.query(filled.map((table) => `alter table ${table} enable trigger user`).join(';'));
    await eachOf([...countersOfTickets, ...indexes.map(({ definition }) => definition)], (statement) => db.query(statement));
    for (const { owner, name, definition } of keys) {
      await db.query(`alter table ${owner} add constraint ${name} ${definition}`);
    }
  };
}

const countersOfTickets = [
  `insert into ticket_status_counts (client_id, status, category, priority, n)
    select client_id, status, category, priority, count(*) from tickets
    group by grouping sets ((client_id, status, category, priority), (client_id, status))`,
  `insert into worker_closed_counts (worker_id, n)
    select worker_id, count(*) from tickets where status = 'closed' and worker_id is not null group by 1`,
  `insert into ticket_id_date_ranges (block, first_day, last_day)
    select id / 8192, min((created_at at time zone 'UTC')::date), max((created_at at time zone 'UTC')::date) from tickets group by 1`,
];

function peopleAndPlaces({ clients, projects, workers }: Size, hash: string, until: string): string {
  const began = `timestamptz '${until}' - interval '3 years'`;
  const people = (role: Role, n: number): string => `
    insert into users (id, email, email_key, name, role, password_hash, confirmed_at, created_at)
    select ${personIdSql(role, 'i')}::uuid, '${role}' || i || '@example.com', '${role}' || i || '@example.com',
      initcap('${role}') || ' ' || i, '${role}', '${hash}', ${began}, ${began}
    from generate_series(0, ${n - 1}) as i;`;
  return `begin;
    ${people('admin', 1)} ${people('client', clients)} ${people('worker', workers)}
    insert into projects (id, client_id, name, created_at) overriding system value
    select i, ${personIdSql('client', `((i - 1) % ${clients})`)}::uuid, 'Project ' || i, ${began}
    from generate_series(1, ${projects}) as i;
    insert into objects (id, project_id, name, address, created_at) overriding system value
    select i, (i + 2) / 3, 'House ' || i, 'Garden street ' || i, ${began} from generate_series(1, ${projects * 3}) as i;
    -- Ten projects each, so that every project has its workers: 37 divides no number of projects.
    insert into project_workers (project_id, worker_id, status, invited_by_name, invited_at, responded_at)
    select 1 + m * 37 % ${projects}, ${personIdSql('worker', 'm / 10')}::uuid, 'active', 'Client', ${began}, ${began}
    from generate_series(0, ${workers * 10 - 1}) as m;
    create unlogged table seed_crews as
      select project_id, array_agg(worker_id order by worker_id) as workers from project_workers group by project_id;
    create unlogged table seed_documents as ${documents};
    analyze seed_crews, seed_documents;
    commit`;
}

// What tickets say. A search for a word of each list finds one ticket of 200, for one word up to one of 5.
const words = {
  things: [
    ...['light', 'lift', 'heating', 'door', 'window', 'tap', 'toilet', 'socket', 'fan', 'lock', 'pump', 'boiler', 'radiator'],
    ...['Aufzug', 'Heizkörper', 'Türschloss', 'Wasserhahn', 'Lüftung', 'Steckdose', 'Briefkasten'],
  ],
  places: ['hall', 'kitchen', 'basement', 'garage', 'attic', 'Treppenhaus', 'Büro', 'Hof', 'Dachgeschoss', 'Küche'],
  faults: ['flickers', 'leaks', 'is stuck', 'ist undicht', 'klemmt'],
};

const oneOf = (list: string[], i: string, salt: number): string =>
  `(array['${list.join("', '")}'])[1 + ${dice(i, salt, list.length)}]`;

/** An SQL expression for a description, from expressions for its words. */
const descriptionOf = (i: string, thing: string, place: string, fault: string): string =>
  `'Number ' || ${i} || ': the ' || ${thing} || ' in the ' || ${place} || ' ' || ${fault} || ' in the evening'`;

const rejection = 'it still flickers';
const cancellation = 'it was the lamp';

/** Stand for the ids of a ticket, its object, its project and its client. */
const placeholders = {
  ticket: '900000001',
  object: '900000002',
  project: '900000003',
  client: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};
const unnested = (list: string[]): string => `unnest(array['${list.join("', '")}'])`;

/** What the triggers of search would write for each description and reason: making it anew for each ticket takes ten times as long. */
const documents = `
  select description, reason, with_words_of_client(setweight(to_tsvector('simple', '${placeholders.ticket}'), 'A')
    || search_document(concat_ws(' ', description, 'Garden street ${placeholders.object}', 'House ${placeholders.object}',
      'Project ${placeholders.project}'), 'B')
    || search_document(reason, 'C'), '${placeholders.client}')::text as document
  from ${unnested(words.things)} as thing, ${unnested(words.places)} as place, ${unnested(words.faults)} as fault,
    unnest(array['', '${rejection}', '${cancellation}']) as reason,
    lateral (select ${descriptionOf(`'${placeholders.ticket}'`, 'thing', 'place', 'fault')} as description) as described`;

// 70 % closed (63 confirmed, 7 cancelled), 8 % new, the rest on its way; whatever its age.
const fates = `case when n < 63 then 'confirmed' when n < 70 then 'canceled' when n < 78 then 'new' when n < 84 then 'assigned'
  when n < 90 then 'in_progress' when n < 95 then 'done' else 'rejected' end`;
const statusOf = `(case when fate in ('confirmed', 'canceled') then 'closed' else fate end)::ticket_status`;

function someTickets({ tickets, clients }: Size, first: number, last: number, until: string): string {
  const started = `fate in ('in_progress', 'done', 'rejected', 'confirmed')`;
  const done = `fate in ('done', 'rejected', 'confirmed')`;
  const after = (hours: number, condition: string): string => `case when ${condition} then made + interval '${hours} hours' end`;
  return `
    insert into tickets (id, status, category, priority, description, floor, address, project_id, object_id, client_id, worker_id,
      assigned_at, assigned_by, started_at, done_at, confirmed_at, rejected_at, closed_at, closed_by,
      reject_reason, cancel_reason, rework_count, created_at, updated_at) overriding system value
    select i, ${statusOf},
      (array['electric', 'plumbing', 'climate', 'elevator', 'other'])[1 + ${dice('i', 11, 5)}]::ticket_category,
      (array['low', 'normal', 'normal', 'normal', 'high'])[1 + ${dice('i', 13, 5)}]::ticket_priority,
      ${descriptionOf('i', oneOf(words.things, 'i', 37), oneOf(words.places, 'i', 41), oneOf(words.faults, 'i', 43))}, ${dice('i', 17, 9)}::text,
      'Garden street ' || object, project, object, ${personIdSql('client', `(i % ${clients})`)}::uuid, worker,
      ${after(2, 'worker is not null')}, worker, ${after(4, started)}, ${after(6, done)}, ${after(9, `fate = 'confirmed'`)},
      ${after(8, `fate = 'rejected'`)}, ${after(9, `fate in ('confirmed', 'canceled')`)},
      case when fate in ('confirmed', 'canceled') then ${personIdSql('client', `(i % ${clients})`)}::uuid end,
      case when fate = 'rejected' then '${rejection}' end, case when fate = 'canceled' then '${cancellation}' end,
      (fate = 'rejected')::integer, made, made + interval '1 hour' * case
        when fate in ('confirmed', 'canceled') then 9 when fate = 'rejected' then 8 when fate = 'done' then 6
        when fate = 'in_progress' then 4 when fate = 'assigned' then 2 end
    from (
      select i, project, made, ${fates} as fate, 3 * project - ${dice('i', 19, 3)} as object
      from (
        select i, ${dice('i', 23, 100)} as n, i % ${clients} + ${clients} * ${dice('i', 29, 10)} + 1 as project,
          timestamptz '${until}' - interval '2 years' * ((${tickets} - i)::float8 / ${tickets}) - interval '12 hours' as made
        from generate_series(${first}, ${last}) as i
      ) as drawn
    ) as t
    cross join lateral (
      select case when fate not in ('new', 'canceled') then workers[1 + ${dice('t.i', 31, 'cardinality(workers)')}] end as worker
      from seed_crews where project_id = project
    ) as chosen
    order by i`;
}

function theirJournal(first: number, last: number): string {
  return `
    insert into ticket_events (ticket_id, action, from_status, to_status, actor_id, actor_name, comment, created_at)
    select t.id, action::ticket_action, from_status::ticket_status, to_status::ticket_status, u.id, u.name, comment, at
    from tickets as t
    cross join lateral (values
      ('created', null, 'new', t.client_id, '', t.created_at),
      ('assigned', 'new', 'assigned', t.worker_id, '', t.assigned_at),
      ('started', 'assigned', 'in_progress', t.worker_id, '', t.started_at),
      ('done', 'in_progress', 'done', t.worker_id, '', t.done_at),
      ('confirmed', 'done', 'closed', t.client_id, '', t.confirmed_at),
      ('rejected', 'done', 'rejected', t.client_id, t.reject_reason, t.rejected_at),
      ('canceled', 'new', 'closed', t.client_id, t.cancel_reason, case when t.cancel_reason is not null then t.closed_at end)
    ) as e (action, from_status, to_status, actor, comment, at)
    join users as u on u.id = e.actor
    where t.id between ${first} and ${last} and at is not null
    order by t.id, at`;
}

/** What the triggers of the journal would write. @param entry the last one before the batch */
const chainsAndNumbers = (first: number, last: number, entry: string): string => `
  insert into ticket_chains (ticket_id, entries, head)
  select ticket_id, count(*), journal_chain(journal_entry_bytes(ticket_id, id, action, from_status, to_status, actor_name, comment,
    created_at, photo_id, photo_sha256) order by id)
  from ticket_events where id > ${entry} and ticket_id between ${first} and ${last} group by ticket_id;
  insert into ticket_stats (event_id, action, at, project_id, object_id, category, worker_id, had_worker, seconds, deadline_met)
  select event_id, action, at, project_id, object_id, category, worker_id, had_worker, seconds, deadline_met
  from ticket_stats_of_journal where event_id > ${entry} and ticket_id between ${first} and ${last}`;

const theirDocuments = (first: number, last: number): string => `
  insert into ticket_search (ticket_id, document)
  select t.id, replace(replace(replace(replace(d.document, '${placeholders.ticket}', t.id::text),
    '${placeholders.object}', t.object_id::text), '${placeholders.project}', t.project_id::text),
    client_prefix('${placeholders.client}'), client_prefix(t.client_id))::tsvector
  from tickets as t join seed_documents as d on d.reason = coalesce(t.reject_reason, t.cancel_reason, '')
    and d.description = overlay(t.description placing '${placeholders.ticket}' from 8 for length(t.id::text))
  where t.id between ${first} and ${last}`;

async function resetSequences(db: pg.Pool): Promise<void> {
  for (const table of ['projects', 'objects', 'tickets']) {
    await db.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
  }
}
