import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { type ServiceProcess, spawnServiceAt, stopService, waitUntilReady } from './service-process.ts';

const root = join(import.meta.dirname, '..');

/** A service at an address that stays its own over restarts. */
export class ServiceInstance {
  readonly url: string;
  readonly #port: string;
  readonly #env: Record<string, string>;
  #sources = root;
  #process: ServiceProcess | undefined;
  #hasEnded = true;

  private constructor(port: number, env: Record<string, string>) {
    this.url = `http://127.0.0.1:${port}`;
    this.#port = String(port);
    this.#env = env;
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
    return this.#process?.child.pid ?? 0;
  }

  get isAlive(): boolean {
    return !this.#hasEnded;
  }

  /** What it has written lately. */
  get output(): string {
    return this.#process?.output().slice(-20_000) ?? '';
  }

  /** With the flag of `npm run serve`. */
  spawn(): void {
    const program = [process.execPath, '--max-semi-space-size=16', join(this.#sources, 'bin', 'callout.js')];
    const started = spawnServiceAt(this.#port, { env: this.#env, program, cwd: this.#sources });
    this.#process = started;
    this.#hasEnded = false;
    started.ended.then(() => {
      this.#hasEnded = this.#process === started || this.#hasEnded;
    });
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
    if (this.#process) await waitUntilReady(this.#process);
  }

  async kill(): Promise<void> {
    if (this.#process) await stopService(this.#process, 'SIGKILL');
  }

  /** Asks it to stop and waits until it has. @returns its exit code */
  async stop(): Promise<number | string | undefined> {
    return this.#process && stopService(this.#process);
  }
}

/** Several instances on one database, started at the same moment. @param sources of another version */
export async function startInstances(n: number, env: Record<string, string>, sources?: string): Promise<ServiceInstance[]> {
  const instances = await Promise.all(Array.from({ length: n }, () => ServiceInstance.create(env)));
  for (const instance of instances) instance.runFrom(sources);
  await Promise.all(instances.map((instance) => instance.start()));
  return instances;
}
