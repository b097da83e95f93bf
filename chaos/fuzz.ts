import { type ApiUser, createProjectFixture, type ProjectFixture } from '../testing/api-fixtures.ts';
import { type HttpRequest, type HttpResponse, inParallel, NoResponseError, send } from '../testing/http-client.ts';
import type { Random } from '../testing/seeded-random.ts';
import type { Pools } from './fuzz/hostile-values.ts';
import { operations } from './fuzz/operations.ts';
import { requestFor } from './fuzz/requests.ts';
import { Deployment } from './lib/deployment.ts';
import type { Program } from './lib/program.ts';

const concurrency = 24;
/** Password hashes take a core for tens of milliseconds each; these deletions take a large part of the data. */
const rare =
  /^(POST (\/auth\/login|\/auth\/reset-password|\/users|\/users\/\{id\}\/password-set)|DELETE (\/projects|\/users)\/\{id\})$/;
const callers = ['nobody', 'broken token', 'admin', 'client', 'worker', 'other client'] as const;

class Fuzzer {
  readonly #deployment: Deployment;
  readonly #fixtures: [ProjectFixture, ProjectFixture];
  readonly #pools: Pools = { user: [], project: [], object: [], ticket: [], rule: [], photo: [], attachment: [] };
  /** pairs of caller and operation that came up */
  readonly cells = new Set<string>();
  readonly statuses = new Map<number, number>();

  constructor(deployment: Deployment, fixtures: [ProjectFixture, ProjectFixture]) {
    this.#deployment = deployment;
    this.#fixtures = fixtures;
  }

  async sendOne(random: Random): Promise<void> {
    const { service, report } = this.#deployment;
    let operation = random.pick(operations);
    const name = (): string => `${operation.method} ${operation.path}`;
    for (let i = 0; i < 2 && rare.test(name()); i++) operation = random.pick(operations);
    const caller = random.pick(random.chance(0.85) ? callers.slice(2) : callers.slice(0, 2));
    const call = { ...requestFor(random, operation, this.#pools), token: this.#tokenOf(caller, random) };
    this.cells.add(`${caller} ${name()}`);
    const wrong = await send(service.url, call).then(
      (reply) => {
        this.statuses.set(reply.status, (this.statuses.get(reply.status) ?? 0) + 1);
        return findProblem(call, reply);
      },
      // An overlong header is refused before the body is read, and the connection closed under it.
      (error: Error) => {
        const isReset = error instanceof NoResponseError && /ECONNRESET|EPIPE/.test(error.code) && sendsTooMuch(call);
        return isReset ? undefined : `no answer (${error.message})`;
      },
    );
    const sent = `${JSON.stringify(call.body?.toString('latin1').slice(0, 200))} ${JSON.stringify(call.headers).slice(0, 200)}`;
    if (wrong) report(`${caller}, ${call.method} ${call.path.slice(0, 200)}: ${wrong}; sent ${sent}`);
  }

  #tokenOf(caller: (typeof callers)[number], random: Random): string {
    const { root } = this.#deployment;
    const [{ client, workers }, other] = this.#fixtures;
    const tokens = {
      ...{ nobody: '', 'broken token': `${root.token.slice(0, -3)}abc`, admin: root.token },
      ...{ client: client.token, worker: random.pick(workers).token, 'other client': other.client.token },
    };
    return tokens[caller];
  }

  /** Brings back what the requests have destroyed: accounts, members, places, and work to do. */
  async restoreFixtures(): Promise<void> {
    const { service, root } = this.#deployment;
    const fixtures = this.#fixtures;
    const peopleOf = ({ client, workers }: ProjectFixture): ApiUser[] => [client, ...workers];
    const people = [root, ...fixtures.flatMap(peopleOf)];
    const users = await this.#deployment.query<{ id: string; version: number }>(
      'update users set is_active = true where id = any($1) returning id, token_version as version',
      [people.map(({ id }) => id)],
    );
    const versions = new Map(users.map(({ id, version }) => [id, version]));
    for (const person of people) person.version = versions.get(person.id) ?? 0;
    for (const [i, fixture] of fixtures.entries()) {
      const objects = await this.#deployment.query('select from objects where project_id = $1', [fixture.project]);
      if (objects.length === 0 || !peopleOf(fixture).every(({ id }) => versions.has(id)))
        fixtures[i] = await createProjectFixture(service.url, root, fixture.workers.length);
    }
    for (const { project, workers } of fixtures) {
      await this.#deployment.query(
        `insert into project_workers (project_id, worker_id, status, invited_by_name, invited_at, responded_at)
           select $1, worker, 'active', '', now(), now() from unnest($2::uuid[]) as worker
         on conflict (project_id, worker_id) do update set status = 'active', expires_at = null, responded_at = now()`,
        [project, workers.map(({ id }) => id)],
      );
    }
    await this.#deployment.query('update projects set is_active = true');
    await this.#deployment.query('update objects set is_active = true');
    const pools = this.#pools;
    pools.user = [...fixtures.flatMap(peopleOf).map(({ id }) => id), ...(await this.#newest('users', 'created_at'))];
    pools.project = [...fixtures.map(({ project }) => String(project)), ...(await this.#newest('projects'))];
    pools.object = await this.#newest('objects');
    pools.ticket = await this.#newest('tickets');
    pools.rule = await this.#newest('recurring_rules');
    pools.photo = await this.#newest('ticket_photos');
    pools.attachment = await this.#newest('ticket_attachments');
  }

  async #newest(table: string, order = 'id'): Promise<string[]> {
    const text = `select id::text from ${table} order by ${order} desc limit 8`;
    return (await this.#deployment.query<{ id: string }>(text)).map(({ id }) => id);
  }
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

export const program: Program = {
  summary:
    'hostile inputs over every operation of the API description, as every kind of caller: never a 5xx, always the envelope',
  unit: 'requests',
  rounds: 100_000,
  run: ({ rounds, log, ...task }) =>
    Deployment.run(task, { instances: 1 }, async (deployment) => {
      const { service, root, random, problems } = deployment;
      const fixture = (workers: number) => createProjectFixture(service.url, root, workers);
      const fuzzer = new Fuzzer(deployment, [await fixture(2), await fixture(1)]);
      for (let done = 0; done < rounds; ) {
        await fuzzer.restoreFixtures();
        const batch = Math.min(500, rounds - done);
        const choices = random.fork();
        let left = batch;
        await inParallel(concurrency, async () => {
          while (left-- > 0) await fuzzer.sendOne(choices);
        });
        done += batch;
        if (!service.isAlive) throw new Error(`the service has ended: ${service.output}`);
        if (done % 10_000 === 0) log(`${done} requests, ${problems.count} problems`);
      }
      const missed = operations.length * callers.length - fuzzer.cells.size;
      const statuses = [...fuzzer.statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status} x${n}`);
      const combinations = `${operations.length} operations as ${callers.length} kinds of caller (${missed} combinations never came up)`;
      return `${rounds} hostile requests over ${combinations}: ${statuses.join(', ')}`;
    }),
};
