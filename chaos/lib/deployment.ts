import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ApiUser, serviceSettings, signInAdmin } from '../../testing/api-fixtures.ts';
import { personId } from '../../testing/benchmark-data.ts';
import { keepAliveAgent } from '../../testing/http-client.ts';
import { photoViolations, violations } from '../../testing/invariants.ts';
import { connectPostgres, createDatabase, createDataDir } from '../../testing/postgres.ts';
import { Random } from '../../testing/seeded-random.ts';
import { type ServiceInstance, startInstances } from '../../testing/service-instance.ts';
import { ExpectedState } from './expected-state.ts';
import { type Outcome, Problems, type Task } from './program.ts';

interface Options {
  instances: number;
  env?: Record<string, string>;
  /** of another version */
  sources?: string;
  /** what the checks look at; undefined: a new database on the server of the task */
  database?: string | pg.ClientConfig;
  /** what the service is told, when it reaches the database in another way */
  databaseUrl?: string;
  dataDir?: string;
  /** An invariant that need not hold. */
  exception?: string;
}

/** Service instances on one database, what is expected of it, and what was found wrong. */
export class Deployment {
  readonly random: Random;
  readonly problems = new Problems();
  readonly expected = new ExpectedState();
  /** Ends what the program has started, in the reverse order. */
  readonly cleanup = new AsyncDisposableStack();
  instances: ServiceInstance[] = [];
  root = new ApiUser('', 'admin', '');
  /** How many instances were killed. */
  kills = 0;
  dataDir = '';
  database: string | pg.ClientConfig = '';
  readonly #exception: string | undefined;
  readonly #addresses: Random;

  private constructor(seed: number, { exception }: Options) {
    this.random = new Random(seed);
    this.#addresses = this.random.fork();
    this.#exception = exception;
  }

  /** Starts instances, lets a program work, and checks the database. @param work returns the figure */
  static async run(
    task: Pick<Task, 'seed' | 'server'>,
    options: Options,
    work: (deployment: Deployment) => Promise<string>,
  ): Promise<Outcome> {
    const deployment = new Deployment(task.seed, options);
    try {
      await deployment.#start(task.server, options);
      const figure = await work(deployment);
      for (const { isAlive, output } of deployment.instances)
        if (!isAlive) deployment.problems.add(`an instance has ended: ${output}`);
      await deployment.check('at the end');
      return { figure, problems: deployment.problems.all() };
    } finally {
      await deployment.cleanup.disposeAsync();
    }
  }

  async #start(server: Task['server'], { instances, env, sources, database, databaseUrl, dataDir }: Options): Promise<void> {
    const folder = dataDir ? { dataDir, remove: () => {} } : createDataDir();
    this.cleanup.defer(folder.remove);
    this.dataDir = folder.dataDir;
    const created = database ? { url: '', drop: async () => {} } : await createDatabase(server);
    this.cleanup.defer(created.drop);
    this.database = database ?? created.url;
    const url = databaseUrl ?? (typeof this.database === 'string' ? this.database : '');
    const settings = { ...serviceSettings, ...env, DATABASE_URL: url, DATA_DIR: this.dataDir };
    this.instances = await startInstances(instances, settings, sources);
    this.cleanup.defer(async () => {
      keepAliveAgent.destroy(); // it holds no idle connection to a service that is gone
      await Promise.all(this.instances.map((instance) => instance.stop()));
    });
    this.root = await this.#findAdmin();
  }

  /** The service creates one, unless the database was filled together with an admin. */
  async #findAdmin(): Promise<ApiUser> {
    const seeded = personId('admin', 0);
    const isSeeded = await this.query<object>('select from users where id = $1', [seeded]);
    return isSeeded.length > 0 ? new ApiUser(seeded, 'admin', 'admin0@example.com') : signInAdmin(this.service.url);
  }

  /** The first instance. */
  get service(): ServiceInstance {
    const [first] = this.instances;
    if (!first) throw new Error('no instance runs');
    return first;
  }

  /** The address of any instance. */
  readonly base = (): string => this.#addresses.pick(this.instances).url;

  /** Reports a problem. */
  readonly report = (problem: string): void => this.problems.add(problem);

  get ports(): number[] {
    return this.instances.map(({ url }) => Number(new URL(url).port));
  }

  /** Queries over a connection of its own: the server may have been stopped since the last one. */
  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.withDatabase(async (db) => (await db.query<Row>(text, values)).rows);
  }

  async withDatabase<T>(work: (db: pg.Client) => Promise<T>): Promise<T> {
    const db = await connectPostgres(this.database);
    try {
      return await work(db);
    } finally {
      await db.end();
    }
  }

  /** A connection that is closed at the end. */
  async connect(): Promise<pg.Client> {
    const db = await connectPostgres(this.database);
    this.cleanup.defer(() => db.end());
    return db;
  }

  /** Compares database and files with all acknowledged writes, and checks the invariants. */
  async check(when: string): Promise<void> {
    const found = await this.withDatabase(async (db) => {
      await waitUntilIdle(db);
      const wrong = await this.expected.compare(db, this.dataDir);
      return [...wrong, ...(await violations(db, this.#exception)), ...(await photoViolations(db, this.dataDir))];
    });
    if (found.length > 0) found.push(`the service wrote: ${this.service.output.slice(-300)}`);
    this.problems.add(...found.map((problem) => `${when}: ${problem}`));
  }

  /** SIGKILL of one instance, which is started again. */
  async killOne(): Promise<ServiceInstance> {
    const victim = this.random.pick(this.instances);
    await victim.kill();
    victim.spawn();
    this.kills++;
    return victim;
  }

  /** Stops the instances one after the other, each with exit code 0, and starts it again. @param folder of another version */
  async restartEach(folder?: string): Promise<void> {
    for (const instance of this.instances) {
      const code = await instance.stop();
      if (code !== 0) this.report(`an instance ended with ${code}: ${instance.output}`);
      instance.runFrom(folder);
      await instance.start();
      await sleep(300); // so that it takes part before the next one stops
    }
  }
}

/** A statement of a killed service may still be running in the server. */
async function waitUntilIdle(db: pg.Client): Promise<void> {
  for (let attempt = 0; attempt < 1_000; attempt++) {
    const { rows } = await db.query(`select from pg_stat_activity where datname = current_database()
      and backend_type = 'client backend' and pid <> pg_backend_pid() and xact_start is not null`);
    if (rows.length === 0) return;
    await sleep(10);
  }
}

export const secondsSince = (began: number): number => Math.round((performance.now() - began) / 1_000);
