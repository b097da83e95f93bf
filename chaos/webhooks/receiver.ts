import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../testing/seeded-random.ts';
import { type ReceivedMessage, WebhookReceiver } from '../../testing/webhook-receiver.ts';

// A receiver that does wrong what a receiver can do wrong, at moments that are chosen in advance.

/** An event that a webhook has accepted: it was answered with 2xx, completely. */
export interface Accepted {
  /** the header webhook-id */
  id: string;
  event: string;
  ticketId: number;
  /** the entry of the journal */
  journalId: number;
  body: string;
}

type Fault = (response: ServerResponse) => void;

export interface Hook {
  path: string;
  /** undefined: an admin, who sees all */
  ownerId: string | undefined;
  secret: string;
  arrived: number;
  /** by the number of the arrival */
  faults: Map<number, Fault>;
  accepted: Accepted[];
  /** what is wrong with messages themselves */
  problems: string[];
}

const faults: Fault[] = [
  (response) => response.writeHead(500).end('no'),
  () => {}, // hangs
  (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 500); // an answer without an end
    response.on('close', () => clearInterval(timer));
  },
  (response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('all is well');
    setTimeout(() => response.socket?.destroy(), 50); // the rest does not come
  },
  (response) => response.socket?.end('200 perhaps\r\n\r\n'),
  (response) => response.socket?.destroy(),
  (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
];

export class FaultyReceiver {
  /** How many messages met a fault. */
  faults = 0;
  readonly #receiver: WebhookReceiver;
  readonly #hooks = new Map<string, Hook>();

  private constructor(receiver: WebhookReceiver) {
    this.#receiver = receiver;
    receiver.answer = (response, message) => this.#answer(response, message);
  }

  static async start(): Promise<FaultyReceiver> {
    return new FaultyReceiver(await WebhookReceiver.start());
  }

  get host(): string {
    return this.#receiver.host;
  }

  /** How many messages have arrived. */
  get count(): number {
    return this.#receiver.received.length;
  }

  addHook(ownerId: string | undefined): Hook {
    const path = `/hook-${this.#hooks.size + 1}`;
    const hook: Hook = { path, ownerId, secret: '', arrived: 0, faults: new Map(), accepted: [], problems: [] };
    this.#hooks.set(path, hook);
    return hook;
  }

  /** Chooses what goes wrong with which of the messages; each kind comes in turn. */
  planFaults(hook: Hook, messages: number, count: number, random: Random): void {
    for (let i = 0; i < count; i++) hook.faults.set(random.below(messages), faults[i % faults.length] as Fault);
  }

  /** Refuses connections for a time, and breaks those that are open. */
  async die(ms: number): Promise<void> {
    const { port } = new URL(this.#receiver.url);
    await this.stop();
    await sleep(ms);
    await this.#receiver.listen(Number(port));
  }

  stop(): Promise<void> {
    return this.#receiver.stop();
  }

  #answer(response: ServerResponse, { path, headers, body }: ReceivedMessage): void {
    const hook = this.#hooks.get(path);
    if (!hook) throw new Error(`a redirect was followed to ${path}`);
    const fault = hook.faults.get(hook.arrived++);
    const id = String(headers['webhook-id']);
    const key = Buffer.from(hook.secret.slice('whsec_'.length), 'base64');
    const signed = `${id}.${headers['webhook-timestamp']}.${body}`;
    const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    if (headers['webhook-signature'] !== expected) hook.problems.push(`${path}: the signature of ${id} is wrong`);
    response.on('error', () => {});
    if (fault) {
      this.faults++;
      fault(response);
      return;
    }
    const { type: event, data } = JSON.parse(body);
    const accepted = { id, event, ticketId: data.ticket_id, journalId: data.journal_id, body };
    response.writeHead(200).end('ok', () => hook.accepted.push(accepted));
  }
}
