import { connect, type Socket } from 'node:net';
import type { AttackJob, AttackReport, Traffic } from './load.ts';
import { AnswerReader } from './response-parser.ts';

type Kind<K extends Traffic['kind']> = Extract<Traffic, { kind: K }>;

/** A connection that was closed is opened again after this time. */
const reconnectMs = 100;
const rateTickMs = 20;

/** All connections of an attack. */
export interface Attackers {
  /** Closes all of them. @returns what they did */
  stop: () => AttackReport;
}

/** Opens the connections of a job. */
export function openAll({ ports, traffic }: AttackJob): Attackers {
  const pool = new ConnectionPool(ports);
  for (const each of traffic) start(pool, each);
  return { stop: () => pool.stop() };
}

function start(pool: ConnectionPool, traffic: Traffic): void {
  if (traffic.kind === 'hang-up') {
    hangUp(pool, traffic);
    return;
  }
  const requests = traffic.requests.map((request) => Buffer.from(request));
  for (let i = 0; i < traffic.connections; i++) {
    // Each connection begins at another request, so that all of them are sent at any time.
    const next = cycle(requests, Math.floor((i * requests.length) / traffic.connections));
    pool.keepOpen((socket) => {
      if (traffic.kind === 'closed-loop') askInTurn(pool, socket, next, 1);
      else if (traffic.kind === 'stalled') stall(pool, socket, next(), traffic);
      else if (traffic.readsAnswers) askInTurn(pool, socket, next, traffic.maxRequestsAhead);
      else writeOnly(pool, socket, next, traffic.maxRequestsAhead);
    });
  }
}

function cycle(requests: Buffer[], first: number): () => Buffer {
  let i = first;
  return () => requests[i++ % requests.length] ?? Buffer.alloc(0);
}

/** Keeps so many requests without an answer, as far as the socket accepts them, and reads the answers. */
function askInTurn(pool: ConnectionPool, socket: Socket, next: () => Buffer, maxAhead: number): void {
  let ahead = 0;
  const fill = (): void => {
    socket.cork();
    while (ahead < maxAhead && !socket.writableNeedDrain && socket.writable) {
      ahead++;
      pool.send(socket, next());
    }
    socket.uncork();
  };
  const answers = new AnswerReader((status) => {
    ahead--;
    pool.count(status);
  });
  socket.on('connect', fill).on('drain', fill);
  socket.on('data', (chunk: Buffer) => {
    answers.read(chunk);
    fill();
  });
}

/** Writes and never reads, until the service takes no more of it. */
function writeOnly(pool: ConnectionPool, socket: Socket, next: () => Buffer, maxRequests: number): void {
  let sent = 0;
  const fill = (): void => {
    socket.cork();
    for (; sent < maxRequests && !socket.writableNeedDrain && socket.writable; sent++) pool.send(socket, next());
    socket.uncork();
  };
  socket.on('connect', fill).on('drain', fill);
}

function stall(pool: ConnectionPool, socket: Socket, head: Buffer, { bodyBytes, byteEveryMs }: Kind<'stalled'>): void {
  socket.on('connect', () => {
    pool.send(socket, head);
    if (bodyBytes > 0) socket.write(Buffer.alloc(bodyBytes, 0x61));
    if (byteEveryMs === null) return;
    const timer = setInterval(() => socket.write(' '), byteEveryMs);
    socket.once('close', () => clearInterval(timer));
  });
  const answers = new AnswerReader((status) => pool.count(status));
  socket.on('data', (chunk: Buffer) => answers.read(chunk));
}

function hangUp(pool: ConnectionPool, { connectionsPerSecond, hangUpAfterMs, requests }: Kind<'hang-up'>): void {
  const next = cycle(
    requests.map((request) => Buffer.from(request)),
    0,
  );
  const began = performance.now();
  let opened = 0;
  pool.every(rateTickMs, () => {
    const due = Math.floor(((performance.now() - began) / 1000) * connectionsPerSecond);
    for (; opened < due; opened++) {
      const socket = pool.open();
      const answers = new AnswerReader((status) => pool.count(status));
      socket.on('connect', () => pool.send(socket, next()));
      socket.on('data', (chunk: Buffer) => answers.read(chunk));
      setTimeout(() => socket.destroy(), hangUpAfterMs);
    }
  });
}

/** Opens connections to the ports in turns, and counts. */
class ConnectionPool {
  readonly #ports: number[];
  readonly #open = new Set<Socket>();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #report: AttackReport = { connections: 0, requests: 0, outcomes: {} };
  #stopped = false;

  constructor(ports: number[]) {
    this.#ports = ports;
  }

  open(): Socket {
    const port = this.#ports[this.#report.connections++ % this.#ports.length] ?? 0;
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    this.#open.add(socket);
    socket.on('error', (error: NodeJS.ErrnoException) => this.count(error.code ?? 'error'));
    socket.on('close', () => this.#open.delete(socket));
    return socket;
  }

  /** A connection that is opened again whenever it ends. */
  keepOpen(use: (socket: Socket) => void): void {
    const socket = this.open();
    use(socket);
    socket.once('close', () => {
      if (!this.#stopped) setTimeout(() => this.#stopped || this.keepOpen(use), reconnectMs);
    });
  }

  every(intervalMs: number, action: () => void): void {
    this.#timers.push(setInterval(action, intervalMs));
  }

  send(socket: Socket, request: Buffer): void {
    this.#report.requests++;
    socket.write(request);
  }

  count(outcome: string): void {
    this.#report.outcomes[outcome] = (this.#report.outcomes[outcome] ?? 0) + 1;
  }

  stop(): AttackReport {
    this.#stopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const socket of this.#open) socket.destroy();
    return this.#report;
  }
}
