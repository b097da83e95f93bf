import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { type Kysely, sql } from 'kysely';
import pino from 'pino';
import { buildApp } from '../src/app.ts';
import { modules } from '../src/modules.ts';
import { type Environment, loadConfig } from '../src/platform/config/config.ts';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { NotificationListener } from '../src/platform/database/listen.ts';
import type { Tables } from '../src/platform/database/tables.ts';
import { DeliveryQueue, type QueueName } from '../src/platform/deliveries/queue.ts';
import { JobScheduler } from '../src/platform/jobs/job-scheduler.ts';
import { emailKey } from '../src/platform/lib/email.ts';
import type { Language } from '../src/platform/lib/languages.ts';
import { LiveConnections } from '../src/platform/live/live-connections.ts';
import { openMetrics } from '../src/platform/metrics/metrics.ts';
import type { Deps } from '../src/platform/module/deps.ts';
import { Subscriptions } from '../src/platform/module/events.ts';
import { hashPassword } from '../src/platform/security/passwords.ts';
import type { Role } from '../src/platform/security/roles.ts';
import { signAccessToken, signingKey, tokenKeys } from '../src/platform/security/tokens.ts';
import { openLinkSigner, openStorage } from '../src/platform/storage/open-storage.ts';
import { deliveryHandlers } from '../src/service/start-delivery-workers.ts';
import { deliverNext } from './deliver-next.ts';
import { withDescribedAnswers } from './described-answers.ts';
import { coreInvariants } from './invariants.ts';
import { cloneDatabase, serviceUrl } from './test-database.ts';
import { operationsTo } from './ticket-operations.ts';

// The application in the process of the test, on a database of its own and with a fixed clock. Clients: anna owns the
// project Tower, boris the project Yard. Workers: wanda is a member of Tower, ivan is invited to it, oleg is in no
// project. root is the admin.

export const secret = 'a secret for the tests, long enough';
export const password = 'correct-horse-1';
const startOfTests = new Date('2026-03-01T08:00:00.000Z');
// The production cost would make every test slow; a hash contains the cost that it was made with.
const cheapHash = await hashPassword(password, { key: '' }, { memoryKiB: 8, passes: 1 });

export interface TestUser {
  id: string;
  role: Role;
  email: string;
  name: string;
}

export interface ApiResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  body: any;
  headers: Record<string, unknown>;
  cookies: { name: string; value: string; [attribute: string]: unknown }[];
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS';

export class Fixtures {
  readonly app: FastifyInstance;
  readonly db: Database;
  /** of the database, for its owner */
  readonly url: string;
  now = startOfTests;
  readonly root = newUser('root', 'admin');
  readonly anna = newUser('anna', 'client');
  readonly boris = newUser('boris', 'client');
  readonly wanda = newUser('wanda', 'worker');
  readonly ivan = newUser('ivan', 'worker');
  readonly oleg = newUser('oleg', 'worker');
  /** project of anna */
  tower = 0;
  /** object of Tower */
  lobby = 0;
  /** project of boris */
  yard = 0;
  /** object of Yard */
  gate = 0;
  readonly deps: Deps;
  /** the owner of the tables, for what the application may not do */
  readonly #owner: Database;
  readonly #drop: () => Promise<void>;
  /** by account: testing/open-session.ts */
  readonly sessionClaims = new Map<string, { sid: string }>();

  private constructor(app: FastifyInstance, deps: Deps, url: string, drop: () => Promise<void>) {
    this.#owner = openDatabase({ connectionString: url }, deps.log);
    this.app = withDescribedAnswers(app);
    this.deps = deps;
    this.db = deps.db;
    this.url = url;
    this.#drop = drop;
  }

  /** Fixtures that are closed when the test file ends. */
  static async create(settings: Environment = {}): Promise<Fixtures> {
    const fixtures = await Fixtures.open(settings);
    after(() => fixtures.close());
    return fixtures;
  }

  /** Fixtures that the caller closes. */
  static async open(settings: Environment = {}): Promise<Fixtures> {
    const { url, drop } = await cloneDatabase();
    const log = pino({ level: 'silent' });
    const service = { connectionString: serviceUrl(url) };
    const db = openDatabase(service, log);
    const dataDir = mkdtempSync(join(tmpdir(), 'callout-test-'));
    const config = loadConfig({ JWT_SECRET: secret, DATA_DIR: dataDir, ...settings });
    const storage = await openStorage(config, startOfTests);
    await storage.prepare();
    const notifications = new NotificationListener(service, log);
    const subscriptions = new Subscriptions(modules.flatMap((one) => one.subscriptions ?? []));
    const deps: Deps = {
      config,
      clock: () => fixtures.now,
      db,
      ...tokenKeys(config, startOfTests),
      storage,
      links: openLinkSigner(config, startOfTests),
      deliveries: new DeliveryQueue(db),
      live: new LiveConnections(),
      metrics: openMetrics(),
      subscriptions,
      jobs: new JobScheduler(),
      log,
    };
    const fixtures: Fixtures = new Fixtures(await buildApp(deps), deps, url, () => notifications.close().then(drop));
    await fixtures.#insertData();
    return fixtures;
  }

  async close(): Promise<void> {
    try {
      await this.#checkInvariants();
    } finally {
      await this.app.close();
      await this.db.close();
      await this.#owner.close();
      await this.#drop();
      rmSync(this.deps.config.dataDir, { recursive: true, force: true });
    }
  }

  /** Sends one request, with a new access token of the user; undefined: without a token. */
  async call(
    who: TestUser | undefined,
    method: Method,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> {
    const options: InjectOptions = { method, url, headers: { ...headers } };
    if (who) options.headers = { authorization: `Bearer ${await this.accessTokenFor(who)}`, ...headers };
    if (body !== undefined) options.payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const { statusCode, payload, headers: sent, cookies } = await this.app.inject(options);
    const isJson = payload !== '' && /^application\/(problem\+)?json/.test(String(sent['content-type']));
    return { status: statusCode, body: isJson ? JSON.parse(payload) : payload, headers: sent, cookies };
  }

  accessTokenFor(who: TestUser, version = 0): Promise<string> {
    const claims = { sub: who.id, role: who.role, ver: version, ...this.sessionClaims.get(who.id) };
    return signAccessToken(signingKey(secret), claims, this.now);
  }

  /** Runs a transaction for test data that the API cannot create, as the owner of the tables. */
  transaction<T>(work: (tx: Kysely<Tables>) => Promise<T>): Promise<T> {
    return this.#owner.longTransaction(work);
  }

  /** The payloads of the deliveries of a queue that are not sent yet, the oldest first. */
  async pendingDeliveries(queue: QueueName): Promise<Record<string, unknown>[]> {
    const { rows } = await sql<{ payload: Record<string, unknown> }>`
      select payload from deliveries where queue = ${queue} order by id`.execute(this.db.read);
    return rows.map(({ payload }) => payload);
  }

  /** Makes one attempt for each pending delivery, due or not, as the service does. @returns how many are not pending any more */
  async deliver<Q extends QueueName>(queue: Q): Promise<number> {
    const { handler, recordAs } = deliveryHandlers(this.deps)[queue];
    const pending = (await this.pendingDeliveries(queue)).length;
    await this.transaction((tx) => sql`update deliveries set due_at = now() where queue = ${queue}`.execute(tx));
    for (let i = 0; i < pending; i++) await deliverNext<Q>(this.deps, queue, handler, { recordAs });
    return pending - (await this.pendingDeliveries(queue)).length;
  }

  /** Deletes the deliveries of all queues. */
  async clearDeliveries(): Promise<void> {
    await this.transaction((tx) => sql`delete from deliveries`.execute(tx));
  }

  /** Moves the clock forward. */
  advanceClock(milliseconds: number): void {
    this.now = new Date(this.now.getTime() + milliseconds);
  }

  async createUser(
    name: string,
    role: Role,
    changes: Partial<{ is_active: boolean; confirmed_at: null; created_by: string; language: Language }> = {},
  ): Promise<TestUser> {
    const who = newUser(name, role);
    await this.transaction((tx) =>
      tx
        .insertInto('users')
        .values({
          id: who.id,
          email: who.email,
          email_key: emailKey(who.email),
          name,
          role,
          password_hash: cheapHash,
          created_at: this.now,
          confirmed_at: this.now,
          created_by: null,
          ...changes,
        })
        .execute(),
    );
    return who;
  }

  /** Creates a ticket of anna in the lobby unless the arguments say otherwise. */
  async createTicket(fields: object = {}, by = this.anna, object = this.lobby): Promise<number> {
    const ticket = { category: 'electric', description: 'The lamp is dark', object_id: object, ...fields };
    const { status, body } = await this.call(by, 'POST', '/tickets', ticket);
    assert.equal(status, 201, JSON.stringify(body));
    return body.id;
  }

  /** Creates a ticket of anna and brings it to a status by its operations, with wanda as its worker. */
  async createTicketWithStatus(status: string): Promise<number> {
    const id = await this.createTicket();
    const operations = operationsTo[status];
    assert(operations, status);
    for (const [who, operation, body] of operations) {
      const answer = await this.call(this[who], 'PATCH', `/tickets/${id}/${operation}`, body);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
    }
    return id;
  }

  async addMember(project: number, worker: TestUser, status: 'invited' | 'active' | 'declined'): Promise<void> {
    const open = status === 'invited';
    await this.transaction((tx) =>
      tx
        .insertInto('project_workers')
        .values({
          project_id: project,
          worker_id: worker.id,
          status,
          invited_by: this.anna.id,
          invited_by_name: 'anna',
          invited_at: this.now,
          expires_at: open ? new Date(this.now.getTime() + 7 * 86_400_000) : null,
          responded_at: open ? null : this.now,
        })
        .execute(),
    );
  }

  async createProject(owner: TestUser, name: string): Promise<number> {
    const { status, body } = await this.call(owner, 'POST', '/projects', { name });
    assert.equal(status, 201, JSON.stringify(body));
    return body.id;
  }

  async createObject(owner: TestUser, project: number, name: string): Promise<number> {
    const { status, body } = await this.call(owner, 'POST', `/projects/${project}/objects`, {
      name,
      address: `${name} street 1`,
    });
    assert.equal(status, 201, JSON.stringify(body));
    return body.id;
  }

  async #insertData(): Promise<void> {
    const people = [this.root, this.anna, this.boris, this.wanda, this.ivan, this.oleg];
    for (const who of people) who.id = (await this.createUser(who.name, who.role)).id;
    this.tower = await this.createProject(this.anna, 'Tower');
    this.lobby = await this.createObject(this.anna, this.tower, 'Lobby');
    this.yard = await this.createProject(this.boris, 'Yard');
    this.gate = await this.createObject(this.boris, this.yard, 'Gate');
    await this.addMember(this.tower, this.wanda, 'active');
    await this.addMember(this.tower, this.ivan, 'invited');
  }

  /** Checks the invariants of the journal and the counters after all tests of the file. */
  async #checkInvariants(): Promise<void> {
    for (const [what, query] of Object.entries(coreInvariants)) {
      const { rows } = await sql.raw(query).execute(this.db.read);
      assert.deepEqual(rows, [], what);
    }
  }
}

function newUser(name: string, role: Role): TestUser {
  return { id: crypto.randomUUID(), role, name, email: `${name}@example.com` };
}
