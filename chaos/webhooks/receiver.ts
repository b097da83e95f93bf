import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../testing/seeded-random.ts';

// A receiver that does wrong what a receiver can do wrong, at moments that are chosen in advance.

const faultKinds = ['fail', 'hang', 'trickle', 'lie', 'garbage', 'close', 'redirect'] as const;
type Fault = (typeof faultKinds)[number];

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

export class FaultyReceiver {
  readonly host: string;
  count = 0;
  faults = 0;
  readonly #hooks = new Map<string, Hook>();
  readonly #server: Server;
  readonly #port: number;

  private constructor(server: Server) {
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
    this.host = `127.0.0.1:${this.#port}`;
    server.on('request', async (request: IncomingMessage, response: ServerResponse) => {
      response.on('error', () => {});
      const body = await text(request).catch(() => undefined);
      if (body !== undefined) this.#receive(request, body, response);
    });
  }

  static async start(): Promise<FaultyReceiver> {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return new FaultyReceiver(server);
  }

  addHook(ownerId: string | undefined): Hook {
    const path = `/hook-${this.#hooks.size + 1}`;
    const hook: Hook = { path, ownerId, secret: '', arrived: 0, faults: new Map(), accepted: [], problems: [] };
    this.#hooks.set(path, hook);
    return hook;
  }

  /** Chooses what goes wrong with which of the messages; each kind comes in turn. */
  planFaults({ faults }: Hook, messages: number, count: number, random: Random): void {
    for (let i = 0; i < count; i++) faults.set(random.below(messages), faultKinds[i % faultKinds.length] as Fault);
  }

  /** Refuses connections for a time, and breaks those that are open. */
  async die(ms: number): Promise<void> {
    await this.stop();
    await sleep(ms);
    await once(this.#server.listen(this.#port, '127.0.0.1'), 'listening');
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  #receive({ url = '', headers }: IncomingMessage, body: string, response: ServerResponse): void {
    const hook = this.#hooks.get(url);
    if (!hook) throw new Error(`a redirect was followed to ${url}`);
    this.count++;
    const fault = hook.faults.get(hook.arrived++);
    const id = String(headers['webhook-id']);
    const key = Buffer.from(hook.secret.slice('whsec_'.length), 'base64');
    const signed = `${id}.${headers['webhook-timestamp']}.${body}`;
    const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    if (headers['webhook-signature'] !== expected) hook.problems.push(`${url}: the signature of ${id} is wrong`);
    if (fault) {
      this.faults++;
      faultyAnswers[fault](response);
      return;
    }
    const { type: event, data } = JSON.parse(body);
    const accepted = { id, event, ticketId: data.ticket_id, journalId: data.journal_id, body };
    response.writeHead(200).end('ok', () => hook.accepted.push(accepted));
  }
}

const faultyAnswers: Record<Fault, (response: ServerResponse) => void> = {
  fail: (response) => void response.writeHead(500).end('no'),
  hang: () => {},
  trickle: (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 500);
    response.on('close', () => clearInterval(timer));
  },
  lie: (response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('all is well');
    setTimeout(() => response.socket?.destroy(), 50);
  },
  garbage: (response) => void response.socket?.end('200 perhaps\r\n\r\n'),
  close: (response) => void response.socket?.destroy(),
  redirect: (response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
};
