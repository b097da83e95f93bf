import type pg from 'pg';
import {
  type ApiUser,
  addProjectWorker,
  createProjectFixture,
  createUser,
  type ProjectFixture,
} from '../../testing/api-fixtures.ts';
import { inParallel, sendOk } from '../../testing/http-client.ts';
import type { Random } from '../../testing/seeded-random.ts';

// Who attacks, and what they own. Lists that the API would take minutes to fill are filled by SQL.

/** How much the attackers own and how hard they attack. */
export interface Scale {
  /** objects of each client who searches */
  objects: number;
  /** projects of each client who searches */
  projects: number;
  /** worker accounts that a search among users looks through */
  workers: number;
  /** tickets of the client who reads deep pages */
  tickets: number;
  /** share of the connections and rates of a full attack, 0 to 1 */
  intensity: number;
}

/** The accounts that attack. */
export interface Population {
  searchers: ProjectFixture[];
  deepReader: ProjectFixture;
  largeReader: ProjectFixture;
  uploader: ApiUser;
  /** the ticket that the uploader works on */
  uploadTicket: number;
}

/** What attacks are made from. */
export interface AttackContext {
  population: Population;
  /** the e-mail address of the account of the tenant that signs in */
  goodEmail: string;
  random: Random;
  /** how many of so many connections, at least one */
  scaled: (connections: number) => number;
}

const batchSize = 25;
const longName = 'north wing of the long building behind the old harbour, second entrance from the courtyard';
/** As long as an address and a name may be. */
const maxName = 200;
const maxAddress = 500;
const maxDescription = 4_000;

/** Creates the accounts of the attackers and fills their lists. */
export async function addPopulation(base: string, db: pg.Client, root: ApiUser, scale: Scale): Promise<Population> {
  const searchers = await inParallel(3, () => createProjectFixture(base, root, 0));
  await Promise.all(searchers.map((searcher) => addPlaces(base, searcher, scale)));
  await addWorkers(db, root, scale.workers);
  const [deepReader, largeReader] = [await createProjectFixture(base, root, 0), await createProjectFixture(base, root, 0)];
  await addTickets(db, deepReader, scale.tickets, 300);
  await addTickets(db, largeReader, 200, maxDescription);
  await db.query('analyze');
  return { searchers, deepReader, largeReader, ...(await addUploader(base, root)) };
}

async function addPlaces(base: string, { client, project }: ProjectFixture, { objects, projects }: Scale): Promise<void> {
  const { token } = client;
  await inBatches(objects, (i) => {
    const body = { name: longText(`Object ${i}`, maxName), address: longText(`Street ${i}`, maxAddress) };
    return sendOk(base, { method: 'POST', path: `/projects/${project}/objects`, token, body });
  });
  await inBatches(projects, (i) =>
    sendOk(base, { method: 'POST', path: '/projects', token, body: { name: longText(`Project ${i}`, maxName) } }),
  );
}

async function inBatches(n: number, create: (i: number) => Promise<unknown>): Promise<void> {
  for (let first = 0; first < n; first += batchSize) await inParallel(Math.min(batchSize, n - first), (i) => create(first + i));
}

const longText = (beginning: string, maxLength: number): string =>
  `${beginning}, ${`${longName} `.repeat(Math.ceil(maxLength / longName.length))}`.slice(0, maxLength).trim();

async function addWorkers(db: pg.Client, root: ApiUser, n: number): Promise<void> {
  await db.query(
    `insert into users (email, email_key, name, role, password_hash, confirmed_at, created_at)
     select address, address, left('Worker ' || n || ' ' || $1, 200), 'worker', password_hash, now(), now()
     from generate_series(1, $2::int) as n, lateral (select 'crowd' || n || '@neighbours.example.com' as address) as made, users
     where users.id = $3`,
    [longName, n, root.id],
  );
}

/** Nine of ten tickets are closed, over 50 days; the others are too new for a reminder. */
async function addTickets(
  db: pg.Client,
  { client, project, objects }: ProjectFixture,
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
}

async function addUploader(base: string, root: ApiUser): Promise<Pick<Population, 'uploader' | 'uploadTicket'>> {
  const fixture = await createProjectFixture(base, root, 0);
  const uploader = await createUser(base, root, 'worker');
  await addProjectWorker(base, fixture, uploader);
  const body = { category: 'other', description: 'The door is stuck', object_id: fixture.objects[0] };
  const created = await sendOk(base, { method: 'POST', path: '/tickets', token: fixture.client.token, body });
  const uploadTicket: number = created.body.id;
  for (const step of ['take', 'start'])
    await sendOk(base, { method: 'PATCH', path: `/tickets/${uploadTicket}/${step}`, token: uploader.token });
  return { uploader, uploadTicket };
}
