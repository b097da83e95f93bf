import { connect, type Socket } from 'node:net';
import { type AttackJob, type AttackReport, sequencePlaceholder, type Traffic } from './load.ts';
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
  const messages = traffic.requests.map(messageOf);
  for (let i = 0; i < traffic.connections; i++) {
    // Each connection begins at another request, so that all of them are sent at any time.
    const next = cycle(messages, Math.floor((i * messages.length) / traffic.connections));
    pool.keepOpen((socket) => {
      if (traffic.kind === 'closed-loop') askInTurn(pool, socket, next, 1, traffic.readPauseMs);
      else if (traffic.kind === 'stalled') stall(pool, socket, next(), traffic);
      else if (traffic.readsAnswers) askInTurn(pool, socket, next, traffic.maxRequestsAhead);
      else writeOnly(pool, socket, next, traffic.maxRequestsAhead);
    });
  }
}

type Message = () => Buffer;

let sequence = 0;
/** As long as the placeholder, so that the length of a body stays true. */
const sequenceNumber = (): string => String(++sequence).padStart(sequencePlaceholder.length, '0');

/** @returns the bytes of a request, each time with another number in place of `sequencePlaceholder` */
function messageOf(request: string): Message {
  if (request.includes(sequencePlaceholder)) {
    return () => Buffer.from(request.replaceAll(sequencePlaceholder, sequenceNumber()));
  }
  const bytes = Buffer.from(request);
  return () => bytes;
}

function cycle(messages: Message[], first: number): Message {
  let i = first;
  return () => messages[i++ % messages.length]?.() ?? Buffer.alloc(0);
}

/**
 * Keeps so many requests without an answer, as far as the socket accepts them, and reads the answers.
 * @param pauseMs after each chunk that was read
 */
function askInTurn(pool: ConnectionPool, socket: Socket, next: Message, maxAhead: number, pauseMs = 0): void {
  let ahead = 0;
  const fill = (): void => {
    socket.cork();
    while (ahead < maxAhead && !socket.writableNeedDrain && socket.writable) {
      ahead++;
      pool.send(socket, next());
    }
    socket.uncork();
  };
  const answers = new AnswerReader((status, isComplete) => {
    if (isComplete) ahead--;
    pool.count(status);
  });
  socket.on('connect', fill).on('drain', fill);
  socket.on('data', (chunk: Buffer) => {
    answers.read(chunk);
    fill();
    if (pauseMs === 0) return;
    socket.pause();
    setTimeout(() => socket.resume(), pauseMs);
  });
}

/** Writes and never reads, until the service takes no more of it. */
function writeOnly(pool: ConnectionPool, socket: Socket, next: Message, maxRequests: number): void {
  let sent = 0;
  const fill = (): void => {
    socket.cork();
    for (; sent < maxRequests && !socket.writableNeedDrain && socket.writable; sent++) pool.send(socket, next());
    socket.uncork();
  };
  socket.on('connect', fill).on('drain', fill);
}

function stall(pool: ConnectionPool, socket: Socket, head: Buffer, { bodyBytes, trickle }: Kind<'stalled'>): void {
  socket.on('connect', () => {
    pool.send(socket, head);
    if (bodyBytes > 0) socket.write(Buffer.alloc(bodyBytes, ' '));
    if (!trickle) return;
    const timer = setInterval(() => socket.write(Buffer.alloc(trickle.bytes, ' ')), trickle.everyMs);
    socket.once('close', () => clearInterval(timer));
  });
  const answers = new AnswerReader((status) => pool.count(status));
  socket.on('data', (chunk: Buffer) => answers.read(chunk));
}

function hangUp(pool: ConnectionPool, { connectionsPerSecond, hangUpAfterMs, requests }: Kind<'hang-up'>): void {
  const next = cycle(requests.map(messageOf), 0);
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
