import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createProjectFixture, type ProjectFixture, serviceSettings } from '../testing/api-fixtures.ts';
import { seed as seedTickets } from '../testing/benchmark-data.ts';
import { send, sendOk } from '../testing/http-client.ts';
import { violations } from '../testing/invariants.ts';
import { PatroniCluster } from '../testing/patroni/cluster.ts';
import { missingPatroni } from '../testing/patroni/processes.ts';
import {
  connectPostgres,
  createDatabase,
  createDataDir,
  type PostgresServer,
  startEmbeddedPostgres,
  startNewestInstalledPostgres,
} from '../testing/postgres.ts';
import { Random } from '../testing/seeded-random.ts';
import { ServiceInstance } from '../testing/service-instance.ts';
import { waitFor } from '../testing/wait.ts';
import { ExpectedState } from './lib/expected-state.ts';
import { findAdmin } from './lib/find-admin.ts';
import { type Outcome, Problems, type Program, type Task } from './lib/program.ts';
import { SteadyWorkload } from './lib/steady-workload.ts';
import { compareRows, connectionStringOf, copyRest, hasReplicated, readSqlFile, runSql } from './move/databases.ts';

// The procedure of docs/scaling.md from the embedded server to another one, while people work.

interface MoveTask extends Omit<Task, 'server'> {
  target: Pick<PostgresServer, 'url'>;
  /** in the database before */
  tickets: number;
  requestsPerSecond: number;
  /** Whether a long time without writes is a problem: on a machine that does nothing else. */
  hasTimeLimits: boolean;
}

const maxReadOnlySeconds = 60;
const copyTimeoutMs = 900_000;
/** People work on after the copy, so that what they write then is followed. */
const followedMs = 5_000;
/** People go on trying while nothing can be written. */
const refusedMs = 1_000;

/** Moves a database under load, and compares all rows and what was acknowledged. */
export async function runMove(task: MoveTask): Promise<Outcome> {
  const folders = [createDataDir(), createDataDir(), createDataDir()] as const;
  const removeAll = (): void => folders.forEach(({ remove }) => void remove());
  // At Ctrl-C nothing below runs to its end.
  process.once('exit', removeAll);
  const [{ dataDir }, photos, movedPhotos] = folders;
  const source = await startSource(dataDir);
  try {
    const [from, to] = [await createDatabase(source), await createDatabase(task.target)];
    if (task.tickets > 0) await seedTickets(from.url, task.tickets);
    const old = { ...serviceSettings, DATABASE_URL: from.url, DATA_DIR: photos.dataDir };
    return await new Move(task, old, { ...serviceSettings, DATABASE_URL: to.url, DATA_DIR: movedPhotos.dataDir }).run();
  } finally {
    await source.stop();
    removeAll();
  }
}

/** The embedded server with the setting that a publication needs. */
async function startSource(folder: string): Promise<PostgresServer> {
  const server = await startEmbeddedPostgres(folder);
  const admin = await connectPostgres(server.url);
  await admin.query("alter system set wal_level = 'logical'");
  await admin.end();
  await server.stop();
  return startEmbeddedPostgres(folder);
}

interface Settings extends Record<string, string> {
  DATABASE_URL: string;
  DATA_DIR: string;
}

class Move {
  readonly #task: MoveTask;
  readonly #old: Settings;
  readonly #new: Settings;
  readonly #problems = new Problems();
  readonly #expected = new ExpectedState();
  readonly #services: ServiceInstance[] = [];

  /** @param old settings of the service before the move @param moved after it */
  constructor(task: MoveTask, old: Settings, moved: Settings) {
    this.#task = task;
    this.#old = old;
    this.#new = moved;
  }

  async run(): Promise<Outcome> {
    const next = await connectPostgres(this.#new.DATABASE_URL);
    try {
      return await this.#move(next);
    } finally {
      await Promise.all(this.#services.map((service) => service.stop()));
      await next.end();
    }
  }

  async #move(next: pg.Client): Promise<Outcome> {
    const { tickets, requestsPerSecond, log, seed } = this.#task;
    const service = await this.#start(this.#old);
    const { url } = service;
    const root = await findAdmin(url, tickets);
    const fixture = await createProjectFixture(url, root, 1);
    const shared = { random: new Random(seed), expected: this.#expected, problems: this.#problems, requestsPerSecond };
    const load = await SteadyWorkload.start({ url, root, ...shared });
    try {
      const copySeconds = await this.#copy(next);
      await next.query('analyze');
      log(`copied in ${Math.round(copySeconds)} s, ${this.#expected.acknowledged} writes meanwhile`);
      await sleep(followedMs);
      const readOnlySeconds = await this.#cutOver(service, fixture, load, next);
      if (this.#task.hasTimeLimits && readOnlySeconds > maxReadOnlySeconds)
        this.#problems.add(`nothing could be written for ${readOnlySeconds.toFixed(1)} s`);
      const found = [...(await this.#expected.compare(next, this.#new.DATA_DIR)), ...(await violations(next))];
      for (const problem of found) this.#problems.add(problem);
      const figure =
        `${tickets} tickets copied in ${Math.round(copySeconds)} s while people made ${this.#expected.acknowledged} writes; ` +
        `read-only for ${readOnlySeconds.toFixed(1)} s without the comparison of all rows: ${this.#problems.all().length} problems`;
      return { figure, problems: this.#problems.all() };
    } finally {
      load.endAtFailure();
      await load.stop();
    }
  }

  async #start(settings: Settings): Promise<ServiceInstance> {
    const service = await ServiceInstance.start(settings);
    this.#services.push(service);
    return service;
  }

  /** @returns the seconds that it took, until the new database follows the old one */
  async #copy(next: pg.Client): Promise<number> {
    const began = performance.now();
    const old = await connectPostgres(this.#old.DATABASE_URL);
    await runSql(old, readSqlFile('publish'));
    await old.end();
    execFileSync(process.execPath, ['bin/callout.js', 'migrate'], { env: this.#new });
    const connection = connectionStringOf(this.#old.DATABASE_URL);
    await runSql(next, readSqlFile('subscribe').replace(/connection '.*?'/, `connection '${connection}'`));
    const isCopied = async (): Promise<boolean> =>
      (await next.query<{ tables_to_copy: string }>(readSqlFile('progress'))).rows[0]?.tables_to_copy === '0';
    await waitFor(isCopied, copyTimeoutMs);
    return (performance.now() - began) / 1_000;
  }

  /** @returns the seconds in which nothing could be written, without the comparison of all rows */
  async #cutOver(service: ServiceInstance, fixture: ProjectFixture, load: SteadyWorkload, next: pg.Client): Promise<number> {
    const began = performance.now();
    load.endAtFailure();
    await this.#stopWrites();
    const old = await connectPostgres(this.#old.DATABASE_URL);
    try {
      await sleep(refusedMs);
      await load.stop();
      await this.#checkReadOnly(service, fixture, old);
      const { rows } = await old.query<{ position: string }>('select pg_current_wal_lsn()::text as position');
      await waitFor(() => hasReplicated(old, rows[0]?.position ?? ''), 60_000);
      await copyRest(old, next);
      for (const { format } of (await old.query<{ format: string }>(readSqlFile('sequences'))).rows) await next.query(format);
      await next.query('drop subscription callout_move');
      const comparing = performance.now();
      for (const difference of await compareRows(old, next)) this.#problems.add(difference);
      const comparedMs = performance.now() - comparing;
      await service.stop();
      cpSync(this.#old.DATA_DIR, this.#new.DATA_DIR, { recursive: true });
      const moved = await this.#start(this.#new);
      const { body } = await sendOk(moved.url, newTicket(fixture));
      const seconds = (performance.now() - began - comparedMs) / 1_000;
      const { rows: newest } = await old.query<{ id: number }>('select max(id) as id from tickets');
      if (body.id <= (newest[0]?.id ?? 0)) this.#problems.add(`the id ${body.id} was given out again`);
      return seconds;
    } finally {
      await old.end();
    }
  }

  async #stopWrites(): Promise<void> {
    const db = await connectPostgres(this.#old.DATABASE_URL);
    await runSql(db, readSqlFile('stop-writes'));
    await db.end();
  }

  async #checkReadOnly({ url }: ServiceInstance, fixture: ProjectFixture, old: pg.Client): Promise<void> {
    const code = await old.query('delete from tickets where false').then(
      () => 'none',
      (error) => error.code,
    );
    if (code !== '25006') this.#problems.add(`a write in the old database got the error ${code}`);
    const { status, body } = await send(url, newTicket(fixture));
    if (status !== 500 || body.error !== 'db unavailable') this.#problems.add(`a write got ${status} ${JSON.stringify(body)}`);
    const read = await send(url, { method: 'GET', path: '/tickets', token: fixture.client.token });
    if (read.status !== 200) this.#problems.add(`a read got ${read.status}`);
  }
}

const newTicket = ({ client: { token }, objects: [object_id] }: ProjectFixture) => ({
  method: 'POST' as const,
  path: '/tickets',
  token,
  body: { category: 'electric', description: 'The lamp is dark', object_id },
});

/** Patroni where it is installed, else the machine's own PostgreSQL. */
async function startTarget(): Promise<PostgresServer | undefined> {
  if (missingPatroni()) return startNewestInstalledPostgres();
  const cluster = await PatroniCluster.start();
  return { url: cluster.url('postgres'), stop: () => cluster.stop() };
}

export const program: Program = {
  summary: 'moves 1,000,000 tickets from the embedded server to Patroni while people work: read-only for less than a minute',
  unit: 'a move',
  rounds: 1,
  run: async (task) => {
    const target = await startTarget();
    if (!target) return { figure: 'not run: no other PostgreSQL is installed here', problems: [] };
    try {
      return await runMove({ ...task, target, tickets: 1_000_000, requestsPerSecond: 50, hasTimeLimits: true });
    } finally {
      await target.stop();
    }
  },
};
