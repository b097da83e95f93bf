import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { prepareDatabase } from '../bootstrap.ts';
import type { Config, Environment } from '../config.ts';
import type { Service } from '../service.ts';
import type { Message } from './messages.ts';
import { Census } from './metrics.ts';

/** After so many milliseconds of life a worker's end is no failure of its start. */
const provenAfter = 30_000;
const shortestPause = 200;
const longestPause = 30_000;
/** Longer than a worker takes at most (run.ts), in milliseconds. */
const longestStop = 24_000;

/**
 * Several processes answer on one port, on a database that this one has prepared (and runs, where it
 * is the embedded one). The first of them also does what comes round by itself. One that ends is
 * replaced, with growing pauses when it ends again at once.
 */
export async function startWorkers(
  config: Config,
  settings: Environment,
  log: Logger,
  onLost: (error: Error) => void,
): Promise<Service> {
  const connection = await prepareDatabase(config, log, onLost);
  try {
    const port = await freePort(config);
    const environment = { ...settings, PORT: String(port), ...(!config.databaseUrl && databaseOf(connection.config)) };
    const workers = new Workers(config.webConcurrency, environment, log);
    try {
      await workers.start();
    } catch (error) {
      await workers.stop();
      throw error;
    }
    return { port, stop: () => workers.stop().then(() => connection.stop()) };
  } catch (error) {
    await connection.stop();
    throw error;
  }
}

/**
 * The port that the workers share. Another service of the same user could share it as well, and they
 * would answer each other's requests without a word: so nobody may answer there yet. It is not taken to
 * find out, not for a moment: a proxy that tries again right then would be cut off.
 */
async function freePort({ host, port }: Config): Promise<number> {
  const server = createServer().listen({ host, port: 0 }); // tells of an address that is not ours
  await once(server, 'listening');
  const { port: free } = server.address() as AddressInfo;
  server.close();
  if (port === 0) return free;
  if (await somebodyAnswers(host, port)) throw new Error(`listen EADDRINUSE: address already in use ${host}:${port}`);
  return port;
}

function somebodyAnswers(host: string, port: number): Promise<boolean> {
  const at = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return new Promise((resolve) => {
    const socket = connect({ host: at, port, timeout: 1_000 });
    const say = (answers: boolean): void => {
      socket.destroy();
      resolve(answers);
    };
    socket
      .once('connect', () => say(true))
      .once('error', () => say(false))
      .once('timeout', () => say(false));
  });
}

/** The embedded server as workers are told of it: they connect to it as to any other. */
function databaseOf({ host = '', user = '', database = '' }: pg.ClientConfig): Environment {
  return {
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&sslmode=disable`,
    DATABASE_URL_FILE: '',
  };
}

class Workers {
  readonly #log: Logger;
  readonly #environment: Environment;
  readonly #census = new Census();
  /** by their numbers, from 1 */
  readonly #running = new Map<number, Worker>();
  readonly #ready = new Set<Worker>();
  readonly #size: number;
  readonly #stopping = new AbortController();

  constructor(size: number, environment: Environment, log: Logger) {
    this.#size = size;
    this.#environment = environment;
    this.#log = log;
    cluster.setupPrimary({
      exec: join(import.meta.dirname, 'worker.ts'),
      // In `npm run dev` this process is watched, and starts them anew.
      execArgv: process.execArgv.filter((flag) => !flag.startsWith('--watch')),
    });
    cluster.on('message', (worker, message: Message) => {
      if (message.type === 'ready') this.#ready.add(worker);
      this.#census.hear(worker, message, [...this.#ready]);
    });
  }

  /** @throws when one of them ends before it answers; it has said why */
  async start(): Promise<void> {
    await this.#startOne(1); // what is wrong for one is wrong for all, and is said once
    const others = Array.from({ length: this.#size - 1 }, (_, i) => i + 2);
    await Promise.all(others.map((number) => this.#startOne(number)));
  }

  async #startOne(number: number): Promise<void> {
    const worker = this.#fork(number);
    while (!this.#ready.has(worker)) {
      if (worker.isDead()) throw new Error(`worker ${number} ended while it started`);
      await sleep(20);
    }
    void this.#keep(number, worker);
  }

  /** Asks all of them to stop and waits until they have. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const workers = [...this.#running.values()].filter((worker) => !worker.isDead());
    const ended = Promise.all(workers.map((worker) => once(worker, 'exit')));
    for (const worker of workers) worker.process.kill('SIGTERM');
    const late = await Promise.race([ended.then(() => false), sleep(longestStop, true, { ref: false })]);
    if (!late) return;
    this.#log.error('workers did not stop in time and are ended');
    for (const worker of workers) worker.process.kill('SIGKILL');
    await ended;
  }

  #fork(number: number): Worker {
    cluster.setupPrimary({ args: [String(number)] });
    const worker = cluster.fork(this.#environment);
    worker.on('error', (error) => this.#log.error({ worker: number, error: error.message }, 'a worker cannot be reached'));
    this.#running.set(number, worker);
    return worker;
  }

  /** Puts another one in its place, whenever it ends. */
  async #keep(number: number, first: Worker): Promise<void> {
    const { signal } = this.#stopping;
    let worker = first;
    let failures = 0;
    for (;;) {
      const began = performance.now();
      const [code, cause] = worker.isDead() ? [worker.process.exitCode, worker.process.signalCode] : await once(worker, 'exit');
      this.#ready.delete(worker);
      if (signal.aborted) return;
      failures = performance.now() - began > provenAfter ? 1 : failures + 1;
      const pause = Math.min(shortestPause * 2 ** (failures - 1), longestPause);
      this.#log.error({ worker: number, code, signal: cause, pause }, 'a worker ended and is replaced');
      await sleep(pause, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      worker = this.#fork(number);
    }
  }
}
