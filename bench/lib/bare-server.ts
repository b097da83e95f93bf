import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { serviceSettings } from '../../testing/api-fixtures.ts';
import { freePort } from '../../testing/free-port.ts';
import { accountStatement, operations, statementsOf } from '../../testing/service-statements.ts';

const script = join(import.meta.dirname, '..', 'bare.ts');

/** The bare server as a process of its own. */
export class Bare {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(port: number, child: ChildProcess) {
    this.url = `http://127.0.0.1:${port}`;
    this.#child = child;
  }

  static async start(database: string): Promise<Bare> {
    const port = await freePort();
    const statements = Object.fromEntries(await Promise.all(operations.map(async (one) => [one, await statementsOf(one)])));
    const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
    process.once('exit', () => child.kill('SIGKILL'));
    const order = {
      secret: serviceSettings.JWT_SECRET,
      url: database,
      port,
      statements: { ...statements, account: await accountStatement() },
    };
    child.stdin.end(JSON.stringify(order));
    await Promise.race([
      once(child.stdout, 'data'),
      once(child, 'exit').then(() => Promise.reject(new Error('the bare server does not start'))),
    ]);
    return new Bare(port, child);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }
}
