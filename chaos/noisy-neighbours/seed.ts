import type pg from 'pg';
import {
  type ApiUser,
  addProjectWorker,
  createProjectFixture,
  createUser,
  type ProjectFixture,
} from '../../testing/api-fixtures.ts';
import { inBatches, sendOk } from '../../testing/http-client.ts';
import type { Random } from '../../testing/seeded-random.ts';
import type { Messenger } from './bot-flood.ts';

// The accounts that attack, and what they own. Rows that the API would take minutes to create are inserted by SQL.

/** What attacks are made from. */
export interface AttackContext {
  base: string;
  /** ports of the instances on loopback */
  ports: number[];
  db: pg.Client;
  root: ApiUser;
  random: Random;
  /** the e-mail address of the account of the tenant that signs in */
  tenantEmail: string;
  messenger: Messenger;
  /** a receiver of webhooks that accepts connections and never answers */
  receiverUrl: string;
  /** @returns the share of a full attack: connections, accounts, rows; at least one */
  scaled: (n: number) => number;
}

/** A tenant: a client, the workers that it created, and a ticket in progress for each of them. */
export interface Crowd extends ProjectFixture {
  /** of the worker at the same index */
  tickets: number[];
  /** the client and the workers */
  accounts: ApiUser[];
}

type CrowdContext = Pick<AttackContext, 'base' | 'db' | 'root' | 'scaled'>;

const accountsOfCrowd = 50;
const longName = 'north wing of the long building behind the old harbour, second entrance from the courtyard';
/** About 300 characters of each of five scripts: the fonts of a PDF file are subset for each of them. */
const manyScripts = [
  'North wing, second entrance. ',
  'Северное крыло, второй вход. ',
  'Βόρεια πτέρυγα, είσοδος δύο. ',
  'Skrzydło północne, wejście ąęłż. ',
  'Đầu hồi phía bắc, lối vào số hai. ',
]
  .map((sentence) => sentence.repeat(10))
  .join('');

/** Creates a tenant by the API, as one client can: each attack has one of its own, so that no limit is used up by the one before. */
export async function createCrowd({ base, db, root, scaled }: CrowdContext): Promise<Crowd> {
  const fixture = await createProjectFixture(base, root, 0);
  const { client, objects } = fixture;
  const tickets: number[] = [];
  await inBatches(Math.max(1, scaled(accountsOfCrowd) - 1), async (i) => {
    const worker = await createUser(base, client, 'worker');
    await sendOk(base, { method: 'POST', path: `/users/${worker.id}/confirm`, token: client.token });
    await addProjectWorker(base, fixture, worker);
    fixture.workers[i] = worker;
    tickets[i] = await createTicket(base, client, objects);
    for (const step of ['take', 'start'])
      await sendOk(base, { method: 'PATCH', path: `/tickets/${tickets[i]}/${step}`, token: worker.token });
  });
  await deleteDeliveries(db);
  return { ...fixture, tickets, accounts: [client, ...fixture.workers] };
}

/** Empties the queue, so that an attack is measured without what its preparation or the attack before it left there. */
export async function deleteDeliveries(db: pg.Client): Promise<void> {
  await db.query("delete from deliveries where queue <> 'jobs'");
}

async function createTicket(base: string, { token }: ApiUser, objects: number[]): Promise<number> {
  const body = { category: 'other', description: 'The door is stuck', object_id: objects[0] };
  return (await sendOk(base, { method: 'POST', path: '/tickets', token, body })).body.id;
}

/** Objects and projects with names and addresses as long as they may be. */
export async function addPlaces(
  { db }: CrowdContext,
  { client, project }: Crowd,
  objects: number,
  projects: number,
): Promise<void> {
  await db.query(
    `insert into objects (project_id, name, address, created_at)
     select $1, left('Object ' || n || repeat(', ' || $2, 3), 200), left('Street ' || n || repeat(', ' || $2, 6), 500), now()
     from generate_series(1, $3::int) as n`,
    [project, longName, objects],
  );
  await db.query(
    `insert into projects (client_id, name, created_at)
     select $1, left('Project ' || n || repeat(', ' || $2, 3), 200), now() from generate_series(1, $3::int) as n`,
    [client.id, longName, projects],
  );
}

/** Accounts of workers who belong to nobody, for searches among all of them. */
export async function addStrangers({ db, root }: CrowdContext, n: number): Promise<void> {
  await db.query(
    `insert into users (email, email_key, name, role, password_hash, confirmed_at, created_at)
     select address, address, left('Worker ' || n || ' ' || $1, 200), 'worker', password_hash, now(), now()
     from generate_series(1, $2::int) as n, lateral (select 'stranger' || n || '@neighbours.example.com' as address) as made, users
     where users.id = $3
     on conflict do nothing`,
    [longName, n, root.id],
  );
}

/** Nine of ten tickets are closed, over 50 days; the others are too new for a reminder. */
export async function addTickets(
  { db }: CrowdContext,
  { client, project, objects }: Crowd,
  n: number,
  descriptionLength: number,
): Promise<void> {
  await db.query(
    `insert into tickets (status, category, priority, description, address, project_id, object_id, client_id, created_at,
       closed_at, closed_by)
     select case when n % 10 = 0 then 'new' else 'closed' end::ticket_status,
       (array['electric', 'plumbing', 'climate', 'elevator', 'other'])[1 + n % 5]::ticket_category,
       (array['low', 'normal', 'high'])[1 + n % 3]::ticket_priority,
       left(n || ' ' || repeat($5 || ' ', 50), $6::int), 'Harbour street ' || n, $1, ($2::int[])[1 + n % array_length($2::int[], 1)],
       $3::uuid, made, case when n % 10 > 0 then made + interval '1 hour' end, case when n % 10 > 0 then $3::uuid end
     from generate_series(1, $4::int) as n, lateral (
       select date_trunc('milliseconds', now()) - case when n % 10 = 0 then interval '12 hours' else interval '50 days' end * ($4 - n) / $4
         - interval '2 hours' as made) as moment`,
    [project, objects, client.id, n, longName, descriptionLength],
  );
  await db.query('analyze');
}

/** Gives the new tickets of a tenant to one of its workers. */
export async function assignTickets({ db }: CrowdContext, { project, client }: Crowd, worker: ApiUser): Promise<void> {
  await db.query(
    `update tickets set status = 'assigned', worker_id = $1, assigned_at = created_at, assigned_by = $2
     where project_id = $3 and status = 'new'`,
    [worker.id, client.id, project],
  );
}

/** Lets a client send the work on a ticket back so many times, each with a reason as long as it may be. */
export async function addRounds({ db }: CrowdContext, ticket: number, rounds: number): Promise<void> {
  await db.query(
    `insert into ticket_events (ticket_id, action, from_status, to_status, actor_id, actor_name, comment, created_at)
     select t.id, action::ticket_action, from_status::ticket_status, to_status::ticket_status, actor.id, actor.name,
       case when action = 'rejected' then repeat('€', 2000) else '' end,
       t.started_at + interval '1 millisecond' * (3 * round + step)
     from tickets as t, generate_series(1, $2::int) as round,
       (values (1, 'done', 'in_progress', 'done'), (2, 'rejected', 'done', 'rejected'), (3, 'started', 'rejected', 'in_progress'))
         as one (step, action, from_status, to_status)
       join users as actor on true
     where t.id = $1 and actor.id = case when action = 'rejected' then t.client_id else t.worker_id end
     order by round, step`,
    [ticket, rounds],
  );
}

/** Writes comments of many scripts, as long as they may be, below each ticket of the workers. */
export async function addComments({ db }: CrowdContext, { tickets, client }: Crowd, commentsPerTicket: number): Promise<void> {
  await db.query(
    `insert into ticket_comments (ticket_id, author_id, author_name, author_role, text, created_at)
     select ticket, u.id, u.name, u.role, left(repeat($2, 5), 4000), now()
     from unnest($1::int[]) as ticket, users as u, generate_series(1, $4::int) where u.id = $3`,
    [tickets, manyScripts, client.id, commentsPerTicket],
  );
}
