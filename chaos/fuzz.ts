import type pg from 'pg';
import {
  type ApiUser,
  createProjectFixture,
  type ProjectFixture,
  serviceSettings,
  signInAdmin,
} from '../testing/api-fixtures.ts';
import { type HttpRequest, type HttpResponse, inParallel, NoResponseError, send } from '../testing/http-client.ts';
import { violations } from '../testing/invariants.ts';
import { connectPostgres, createDatabase, createDataDir } from '../testing/postgres.ts';
import { Random } from '../testing/seeded-random.ts';
import { ServiceInstance } from '../testing/service-instance.ts';
import type { Pools } from './fuzz/hostile-values.ts';
import { operations } from './fuzz/operations.ts';
import { raw } from './fuzz/raw-http.ts';
import { requestFor } from './fuzz/requests.ts';
import { type Outcome, Problems, type Program, type Task } from './lib/program.ts';

const concurrency = 24;
/** Password hashes take a core for tens of milliseconds each. */
const costly = /^POST (\/auth\/login|\/auth\/reset-password|\/users|\/users\/\{id\}\/password-set)$/;
/** Operations that delete a large part of the data. */
const destructive = /^DELETE (\/projects|\/users)\/\{id\}$/;

interface Target {
  service: ServiceInstance;
  db: pg.Client;
  root: ApiUser;
  projectFixtures: ProjectFixture[];
  pools: Pools;
}

export async function fuzz({ rounds, seed, server, log }: Task): Promise<Outcome> {
  const problems = new Problems();
  const random = new Random(seed);
  const database = await createDatabase(server);
  const { dataDir, remove } = createDataDir();
  const service = await ServiceInstance.start({ ...serviceSettings, DATABASE_URL: database.url, DATA_DIR: dataDir });
  const db = await connectPostgres(database.url);
  try {
    const root = await signInAdmin(service.url);
    const projectFixtures = [await createProjectFixture(service.url, root, 2), await createProjectFixture(service.url, root, 1)];
    const target: Target = {
      service,
      db,
      root,
      projectFixtures,
      pools: { user: [], project: [], object: [], ticket: [], rule: [], photo: [], attachment: [] },
    };
    const cells = new Map<string, number>();
    const codes = new Map<number, number>();
    const process = service.pid;
    for (let done = 0; done < rounds; ) {
      await recreateDeletedFixtures(target);
      const batch = Math.min(500, rounds - done);
      const choices = random.fork();
      let left = batch;
      await inParallel(concurrency, async () => {
        while (left-- > 0) await sendOne(target, choices, problems, cells, codes);
      });
      done += batch;
      if (!service.isAlive || service.pid !== process) throw new Error(`the service has ended: ${service.output}`);
      if (done % 10_000 === 0) log(`${done} requests, ${problems.all().length} problems`);
    }
    for (const violation of await violations(db)) problems.add(violation);
    const missed = operations.length * 6 - cells.size;
    const figure = `${rounds} hostile requests over ${operations.length} operations as 6 kinds of caller (${missed} combinations never came up), ${problems.all().length} answers that must not be; answers: ${[
      ...codes,
    ]
      .sort(([a], [b]) => a - b)
      .map(([code, n]) => `${code} x${n}`)
      .join(', ')}`;
    return { figure, problems: problems.all() };
  } finally {
    await db.end();
    await service.stop();
    await database.drop();
    remove();
  }
}

async function sendOne(
  target: Target,
  random: Random,
  problems: Problems,
  cells: Map<string, number>,
  codes: Map<number, number>,
): Promise<void> {
  const { service, pools } = target;
  if (random.chance(0.02)) {
    const wrong = await raw(service.url, random);
    if (wrong) problems.add(`raw: ${wrong}`);
    return;
  }
  let operation = random.pick(operations);
  const name = (): string => `${operation.method} ${operation.path}`;
  for (let i = 0; i < 2 && (costly.test(name()) || destructive.test(name())); i++) operation = random.pick(operations);
  const [role, token] = caller(target, random);
  const call = { ...requestFor(random, operation, pools), token };
  cells.set(`${role} ${name()}`, 1);
  try {
    const reply = await send(service.url, call);
    codes.set(reply.status, (codes.get(reply.status) ?? 0) + 1);
    const wrong = findProblem(call, reply);
    if (wrong)
      problems.add(
        `${role}, ${call.method} ${call.path.slice(0, 200)}: ${wrong}; sent ${sentBody(call)} ${JSON.stringify(call.headers).slice(0, 200)}`,
      );
  } catch (error) {
    // An overlong header is refused before the body is read, and the connection closed under it.
    const reset = error instanceof NoResponseError && /ECONNRESET|EPIPE/.test(error.code) && sendsTooMuch(call);
    if (!reset)
      problems.add(
        `${role}, ${call.method} ${call.path.slice(0, 200)}: no answer (${(error as Error).message}); sent ${sentBody(call)} ${JSON.stringify(call.headers).slice(0, 200)}`,
      );
  }
}

function caller({ root, projectFixtures }: Target, random: Random): [string, string] {
  const kinds: [string, () => string][] = [
    ['nobody', () => ''],
    ['broken token', () => `${root.token.slice(0, -3)}abc`],
    ['admin', () => root.token],
    ['client', () => projectFixtures[0]?.client.token ?? ''],
    ['worker', () => random.pick(projectFixtures[0]?.workers ?? []).token],
    ['other client', () => projectFixtures[1]?.client.token ?? ''],
  ];
  const [role, token] = random.chance(0.85) ? random.pick(kinds.slice(2)) : random.pick(kinds.slice(0, 2));
  return [role, token()];
}

function findProblem(call: HttpRequest, { status, body, headers }: HttpResponse): string | undefined {
  if (status >= 500) return `${status} ${JSON.stringify(body)}`;
  if (status < 400 || call.method === 'HEAD') return undefined;
  const isEnvelope =
    typeof body === 'object' && body !== null && Object.keys(body).join() === 'error' && typeof body.error === 'string';
  if (!isEnvelope) return `${status} without the envelope: ${JSON.stringify(body)}`;
  return headers['content-type']?.startsWith('application/json') ? undefined : `${status} as ${headers['content-type']}`;
}

const sendsTooMuch = ({ headers, body }: HttpRequest): boolean =>
  Object.values(headers ?? {}).some((value) => value.length > 15_000) || (Buffer.isBuffer(body) && body.length > 60_000);

const sentBody = ({ body }: HttpRequest): string =>
  body === undefined ? 'nothing' : JSON.stringify(body.toString('latin1').slice(0, 200));

/** Brings back what the requests have destroyed: accounts, members, places, and work to do. */
async function recreateDeletedFixtures(target: Target): Promise<void> {
  const { db, service, root, projectFixtures, pools } = target;
  const people = [root, ...projectFixtures.flatMap(({ client, workers }) => [client, ...workers])];
  const ids = people.map(({ id }) => id);
  await db.query('update users set is_active = true where id = any($1)', [ids]);
  const { rows } = await db.query<{ id: string; version: number }>(
    'select id, token_version as version from users where id = any($1)',
    [ids],
  );
  for (const [i, fixture] of projectFixtures.entries()) {
    const there = (person: ApiUser): boolean => rows.some(({ id }) => id === person.id);
    const { rows: objects } = await db.query('select from objects where project_id = $1', [fixture.project]);
    if (!there(fixture.client) || objects.length === 0 || !fixture.workers.every(there))
      projectFixtures[i] = await createProjectFixture(service.url, root, fixture.workers.length);
  }
  for (const person of people) person.version = rows.find(({ id }) => id === person.id)?.version ?? 0;
  await db.query(
    `insert into project_workers (project_id, worker_id, status, invited_by_name, invited_at, responded_at)
       select pair.project, pair.worker, 'active', '', now(), now() from unnest($1::int[], $2::uuid[]) as pair (project, worker)
     on conflict (project_id, worker_id) do update set status = 'active', expires_at = null, responded_at = now()`,
    [
      projectFixtures.flatMap(({ project, workers }) => workers.map(() => project)),
      projectFixtures.flatMap(({ workers }) => workers.map(({ id }) => id)),
    ],
  );
  await db.query('update projects set is_active = true');
  await db.query('update objects set is_active = true');
  pools.user = projectFixtures.flatMap(({ client, workers }) => [client, ...workers]).map(({ id }) => id);
  pools.user.push(...(await newest(db, 'users')));
  pools.project = [...projectFixtures.map(({ project }) => String(project)), ...(await newest(db, 'projects'))];
  pools.object = await newest(db, 'objects');
  pools.ticket = await newest(db, 'tickets');
  pools.rule = await newest(db, 'recurring_rules');
  pools.photo = await newest(db, 'ticket_photos');
  pools.attachment = await newest(db, 'ticket_attachments');
}

async function newest(db: pg.Client, table: string): Promise<string[]> {
  const order = table === 'users' ? 'created_at' : 'id';
  const { rows } = await db.query<{ id: string }>(`select id::text from ${table} order by ${order} desc limit 8`);
  return rows.map(({ id }) => id);
}

export const program: Program = {
  summary:
    'hostile inputs over every operation of the API description, as every kind of caller: never a 5xx, always the envelope',
  unit: 'requests',
  rounds: 100_000,
  run: fuzz,
};
