import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { unprivilegedUser } from '../src/appliance/embedded-postgres/host-user.ts';
import { freePort } from './free-port.ts';

// A real PgBouncer in front of the tests' server.

export interface PgBouncer {
  /** the database, through the pooler */
  url: string;
  stop(): Promise<void>;
}

export interface Options {
  mode: 'session' | 'transaction' | 'statement';
  /** lines of the section [pgbouncer] besides those that a test needs to run it */
  settings?: string[];
}

const path = '/usr/sbin:/usr/bin:/sbin:/bin';

/** @returns why it cannot run here, or undefined */
export function missingPgBouncer(): string | undefined {
  const { status } = spawnSync('pgbouncer', ['--version'], { env: { PATH: path } });
  return status === 0 ? undefined : 'pgbouncer is not installed here (apt-get install pgbouncer)';
}

/** @param target address of the database on the tests' server */
export async function startPgBouncer(target: string, { mode, settings = [] }: Options): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'callout-pgbouncer-'));
  const user = unprivilegedUser(); // it refuses to run as root
  if (user) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o711);
  const port = await freePort();
  const server = new URL(target);
  const host = server.searchParams.get('host') ?? server.hostname;
  const lines = [
    '[databases]',
    `* = host=${host} port=${server.port || 5432} user=${server.username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'default_pool_size = 30',
    `pool_mode = ${mode}`,
    ...settings,
  ];
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, lines.join('\n'));
  chmodSync(file, 0o644);
  const child = spawn('pgbouncer', [file], { env: { PATH: path }, stdio: ['ignore', 'ignore', 'pipe'], ...user });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  const ended = once(child, 'exit');
  process.on('exit', () => child.kill('SIGKILL'));
  const url = `postgres://${server.username}@127.0.0.1:${port}${server.pathname}`;
  const deadline = performance.now() + 20_000;
  while (!(await answers(url))) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`pgbouncer does not start: ${errors}`);
    await sleep(20);
  }
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, stop };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
