import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { noKeepAliveAgent, send } from './http-client.ts';

const root = join(import.meta.dirname, '..');

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** One service process, at an address that stays its own over restarts. */
export class ServiceInstance {
  readonly url: string;
  readonly #env: Record<string, string>;
  #sources = root;
  #child: ChildProcess | undefined;
  #output = '';

  private constructor(port: number, env: Record<string, string>) {
    this.url = `http://127.0.0.1:${port}`;
    this.#env = { PATH: process.env['PATH'] ?? '', HOST: '127.0.0.1', PORT: String(port), ...env };
  }

  /** An instance that does not run yet. */
  static async create(env: Record<string, string>): Promise<ServiceInstance> {
    return new ServiceInstance(await freePort(), env);
  }

  static async start(env: Record<string, string>): Promise<ServiceInstance> {
    const instance = await ServiceInstance.create(env);
    await instance.start();
    return instance;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get isAlive(): boolean {
    return this.#child !== undefined && running.has(this.#child);
  }

  /** What it has written lately. */
  get output(): string {
    return this.#output;
  }

  /** With the flag of `npm run serve`. */
  spawn(): void {
    const child = spawn(process.execPath, ['--max-semi-space-size=16', 'bin/callout.js', 'serve'], {
      cwd: this.#sources,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true, // Ctrl-C ends the program, which ends its services
    });
    running.add(child);
    child.once('close', () => running.delete(child));
    const keep = (chunk: Buffer): void => {
      this.#output = (this.#output + chunk).slice(-20_000);
    };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', keep);
    this.#child = child;
  }

  /** From the next start on. @param folder of another version; undefined: this one */
  runFrom(folder = root): void {
    this.#sources = folder;
  }

  async start(): Promise<void> {
    this.spawn();
    await this.waitUntilReady();
  }

  /** Waits for its first answer. */
  async waitUntilReady(): Promise<void> {
    for (let attempt = 0; attempt < 3000; attempt++) {
      if (!this.isAlive) throw new Error(`the service ended: ${this.output}`);
      try {
        await send(this.url, { method: 'GET', path: '/ping' }, noKeepAliveAgent);
        return;
      } catch {
        await sleep(20);
      }
    }
    throw new Error(`no answer: ${this.output}`);
  }

  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Asks it to stop and waits until it has. @returns its exit code */
  async stop(): Promise<number | null> {
    await this.#end('SIGTERM');
    return this.#child?.exitCode ?? null;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || !running.has(child)) return;
    const closed = once(child, 'close');
    child.kill(signal);
    await closed;
  }
}

/** Several instances on one database, started at the same moment. @param sources of another version */
export async function startInstances(n: number, env: Record<string, string>, sources?: string): Promise<ServiceInstance[]> {
  const instances = await Promise.all(Array.from({ length: n }, () => ServiceInstance.create(env)));
  for (const instance of instances) instance.runFrom(sources);
  await Promise.all(instances.map((instance) => instance.start()));
  return instances;
}
