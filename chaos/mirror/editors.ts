import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type ApiUser, addProjectWorker, createUser, type ProjectFixture } from '../../testing/api-fixtures.ts';
import { inParallel, NoResponseError, send, sendOk } from '../../testing/http-client.ts';
import { connectPostgres } from '../../testing/postgres.ts';
import type { Random } from '../../testing/seeded-random.ts';
import type { Deployment } from '../lib/deployment.ts';

// What the workload leaves out: comments, corrections, tags, holds and new names, and transactions that stay open.

const editedTickets = 30;
const renamedTickets = 5;
const retryMs = 200;
/** Others may have used the reference or put the ticket on hold. */
const accepted = [200, 201, 204, 404, 409];

interface Options {
  editors: number;
  /** between the starts of two writes of an editor */
  pauseMs: number;
  openTransactions: number;
  maxOpenMs: number;
}

type Write = [user: ApiUser, method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object];

/** People who all edit the same tickets, and transactions that are open for long. */
export class Editors {
  /** in the objects and projects, and of the worker, that get new names */
  readonly renamed = new Set<number>();
  writes = 0;
  /** transactions that stayed open and were committed */
  committed = 0;
  readonly #deployment: Deployment;
  readonly #options: Options;
  readonly #client: ApiUser;
  readonly #annex: ProjectFixture;
  readonly #edited: number[];
  /** each of one open transaction: writers would wait for it */
  readonly #held: number[];
  #isStopping = true;
  #work: Promise<unknown> = Promise.resolve();
  #count = 0;

  private constructor(deployment: Deployment, options: Options, annex: ProjectFixture, edited: number[], held: number[]) {
    this.#deployment = deployment;
    this.#options = options;
    this.#client = annex.client;
    this.#annex = annex;
    this.#edited = edited;
    this.#held = held;
  }

  /** Creates tickets in a project of this client, and a second project that gets new names. */
  static async create(deployment: Deployment, { client, objects }: ProjectFixture, options: Options): Promise<Editors> {
    const { service, root } = deployment;
    const { token } = client;
    const create = async (path: string, body: object): Promise<number> =>
      (await sendOk(service.url, { method: 'POST', path, token, body })).body.id;
    const createTickets = (n: number, object_id: number | undefined): Promise<number[]> =>
      inParallel(n, (i) => create('/tickets', { category: 'other', priority: 'normal', description: `Window ${i}`, object_id }));
    const project = await create('/projects', { name: 'Annex' });
    const object = await create(`/projects/${project}/objects`, { name: 'Gate', address: 'Gate street 1' });
    const worker = await createUser(service.url, root, 'worker');
    await addProjectWorker(service.url, { client, project }, worker);
    const annex = { client, project, objects: [object], workers: [worker] };
    const [edited, held] = [
      await createTickets(editedTickets, objects[0]),
      await createTickets(options.openTransactions, objects[0]),
    ];
    const editors = new Editors(deployment, options, annex, edited, held);
    for (const id of await createTickets(renamedTickets, object)) {
      await sendOk(service.url, { method: 'PATCH', path: `/tickets/${id}/take`, token: worker.token });
      editors.renamed.add(id);
    }
    return editors;
  }

  start(): void {
    this.#isStopping = false;
    const { random } = this.#deployment;
    const { editors } = this.#options;
    const editing = Array.from({ length: editors }, () => this.#edit(random.fork()));
    this.#work = Promise.all([...editing, ...this.#held.map((id) => this.#holdOpen(id, random.fork()))]);
    this.#work.catch(() => {}); // stop() throws it
  }

  /** Returns when no request and no transaction is open. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#work;
  }

  async #edit(random: Random): Promise<void> {
    while (!this.#isStopping) {
      const pause = sleep(this.#options.pauseMs);
      const [user, method, path, body] = this.#chooseWrite(random);
      try {
        const call = { method, path, token: user.token, ...(body && { body }) };
        const reply = await send(this.#deployment.base(), call);
        if (reply.status < 300) this.writes++;
        if (reply.status < 500 && !accepted.includes(reply.status))
          this.#deployment.report(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
      } catch (error) {
        if (!(error instanceof NoResponseError)) throw error;
      }
      await pause;
    }
  }

  #chooseWrite(random: Random): Write {
    const { root } = this.#deployment;
    const client = this.#client;
    const { project, objects, workers } = this.#annex;
    const n = ++this.#count;
    const ticket = `/ext/tickets/${random.pick(this.#edited)}`;
    return random.pick<Write>([
      [client, 'PATCH', ticket, { floor: String(n) }],
      [client, 'PATCH', ticket, { reference: `R-${n}` }],
      [client, 'POST', `${ticket}/comments`, { text: `Comment ${n}` }],
      [root, 'POST', `${ticket}/comments`, { text: `Comment ${n}`, internal: true }],
      [client, 'PUT', `${ticket}/tags`, { tags: [`tag ${n}`] }],
      [client, 'PUT', `${ticket}/hold`, { reason: 'part', note: String(n) }],
      [client, 'DELETE', `${ticket}/hold`],
      [client, 'PATCH', `/objects/${objects[0]}`, { name: `Gate ${n}` }],
      [client, 'PATCH', `/projects/${project}`, { name: `Annex ${n}` }],
      [root, 'PATCH', `/ext/users/${workers[0]?.id}`, { name: `Worker ${n}` }],
    ]);
  }

  async #holdOpen(held: number, random: Random): Promise<void> {
    while (!this.#isStopping) {
      try {
        const db = await connectPostgres(this.#deployment.database);
        await this.#keepOpen(db, held, random).finally(() => db.end());
      } catch {
        await sleep(retryMs); // The database was killed or changed places.
      }
    }
  }

  async #keepOpen(db: pg.Client, held: number, random: Random): Promise<void> {
    while (!this.#isStopping) {
      const reference = `H-${++this.#count}`;
      const openMs = random.below(this.#options.maxOpenMs);
      const update = (id: number) => db.query('update tickets set reference = $1 where id = $2', [reference, id]);
      await db.query('begin');
      if (random.chance(0.5)) {
        await update(held);
        await sleep(openMs);
      } else {
        // It changes a ticket that transactions with larger numbers have changed before it.
        await db.query('select pg_current_xact_id()');
        await sleep(openMs);
        await update(random.pick(this.#edited));
      }
      const isCommitted = random.chance(0.7);
      await db.query(isCommitted ? 'commit' : 'rollback');
      if (isCommitted) this.committed++;
    }
  }
}
