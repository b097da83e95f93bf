import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiUser } from '../../testing/api-fixtures.ts';
import { type HttpResponse, NoResponseError, send, sendOk } from '../../testing/http-client.ts';
import { waitFor } from '../../testing/wait.ts';
import type { Deployment } from '../lib/deployment.ts';

interface Item {
  id: number;
  deleted?: true;
  ticket?: object;
}

const pageSizes = [7, 100, 1_000];
const maxPauseMs = 500;
const retryMs = 200;
const settleTimeoutMs = 120_000;

/** Links to covers are signed for each answer. */
const comparable = (ticket: object): string => JSON.stringify({ ...ticket, cover_url: null });

/** A copy of the tickets that somebody sees, kept by `GET /ext/changes` of any instance. */
export class Mirror {
  /** by id; undefined: deleted */
  readonly #copy = new Map<number, string | undefined>();
  /** what was dropped when the cursor was refused, until it is read again */
  readonly #dropped = new Map<number, string | undefined>();
  readonly #deployment: Deployment;
  readonly #user: ApiUser;
  /** tickets that are read once more when the job that follows new names has come to them (docs/decisions/changes.md) */
  readonly #renamed: ReadonlySet<number>;
  #cursor: string | undefined;
  #isStopping = false;
  #reading: Promise<void> | undefined;
  #emptyPages = 0;
  read = 0;
  /** requests without an answer, or with a 5xx */
  failed = 0;
  /** 410 */
  restarts = 0;
  /** read once more and unchanged: after a restart, after a new name, and after the deletion of the rule that created the ticket */
  readonly repeated = { restart: 0, name: 0, rule: 0 };
  /** read twice, and perhaps without a reason */
  readonly #suspects: number[] = [];

  constructor(deployment: Deployment, user: ApiUser, renamed: ReadonlySet<number>) {
    this.#deployment = deployment;
    this.#user = user;
    this.#renamed = renamed;
  }

  start(): void {
    this.#reading = this.#follow();
    this.#reading.catch(() => {}); // stop() throws it
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#reading;
  }

  get tickets(): number {
    return [...this.#copy.values()].filter((text) => text !== undefined).length;
  }

  /** Compares the copy with the list of all tickets, while nobody writes. @returns the differences, and what was read twice without a reason */
  async compare(): Promise<string[]> {
    const before = this.#emptyPages;
    // Of two pages without a change the first one may have been asked for before the last write.
    await waitFor(() => this.#emptyPages > before + 1, settleTimeoutMs);
    const listed = await this.#list();
    const differences = await this.#findRepeated();
    for (const id of new Set([...listed.keys(), ...this.#copy.keys()])) {
      const [kept, found] = [this.#copy.get(id), listed.get(id)];
      if (kept !== found) differences.push(`the copy of ${this.#user.email} has ${kept} instead of ${found}`);
    }
    return differences;
  }

  async #list(): Promise<Map<number, string>> {
    const { service } = this.#deployment;
    const listed = new Map<number, string>();
    for (let total = Number.POSITIVE_INFINITY, offset = 0; offset < total; offset += 100) {
      const path = `/ext/tickets?sort=id&order=asc&limit=100&offset=${offset}`;
      const { body } = await sendOk(service.url, { method: 'GET', path, token: this.#user.token });
      for (const ticket of body.items) listed.set(ticket.id, comparable(ticket));
      total = body.items.length < 100 ? 0 : Number.POSITIVE_INFINITY;
    }
    return listed;
  }

  async #follow(): Promise<void> {
    const { random, report } = this.#deployment;
    const choices = random.fork();
    while (!this.#isStopping) {
      const after = this.#cursor === undefined ? '' : `&after=${this.#cursor}`;
      const path = `/ext/changes?limit=${choices.pick(pageSizes)}${after}`;
      const reply = await this.#ask(path);
      if (reply?.status === 200) {
        this.#take(reply.body);
        if (!reply.body.more) await sleep(choices.below(maxPauseMs));
      } else if (reply?.status === 410) {
        this.restarts++;
        this.#startOver();
      } else if (reply && reply.status < 500) {
        return report(`the mirror of ${this.#user.email} got ${reply.status} ${JSON.stringify(reply.body)}`);
      } else {
        this.failed++;
        await sleep(retryMs);
      }
    }
  }

  /** @returns undefined without an answer */
  async #ask(path: string): Promise<HttpResponse | undefined> {
    try {
      return await send(this.#deployment.base(), { method: 'GET', path, token: this.#user.token });
    } catch (error) {
      if (error instanceof NoResponseError) return undefined;
      throw error;
    }
  }

  #countRepeated(id: number): void {
    if (this.#renamed.has(id)) this.repeated.name++;
    else this.#suspects.push(id);
  }

  /** A ticket whose rule was deleted has changed, although `GET /ext/tickets` shows nothing of it. @returns the others that were read twice */
  async #findRepeated(): Promise<string[]> {
    const suspects = this.#suspects.splice(0);
    const statement = "select id from tickets where id = any($1) and rule_id is null and description like 'rule-%'";
    const ofRules = new Set((await this.#deployment.query<{ id: number }>(statement, [suspects])).map(({ id }) => id));
    const others = suspects.filter((id) => !ofRules.has(id));
    this.repeated.rule += suspects.length - others.length;
    return others.map((id) => `the copy of ${this.#user.email} was sent ticket ${id} twice: ${this.#copy.get(id) ?? 'deleted'}`);
  }

  #startOver(): void {
    this.#cursor = undefined;
    for (const [id, text] of this.#copy) this.#dropped.set(id, text);
    this.#copy.clear();
  }

  #take({ items, cursor }: { items: Item[]; cursor: string }): void {
    for (const { id, ticket } of items) {
      const text = ticket && comparable(ticket);
      if (this.#copy.has(id) && this.#copy.get(id) === text) this.#countRepeated(id);
      else if (this.#dropped.has(id) && this.#dropped.get(id) === text) this.repeated.restart++;
      this.#dropped.delete(id);
      this.#copy.set(id, text);
    }
    this.read += items.length;
    this.#cursor = cursor;
    if (items.length === 0) this.#emptyPages++;
  }
}
