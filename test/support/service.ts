import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { secret } from '../world.ts';
import { freePort } from './machine-postgres.ts';

// The service as an operator runs it: a process of its own with its environment.

const root = join(import.meta.dirname, '..', '..');

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { serve: string } };
/** What `npm run serve` gives to Node. */
const serveFlags = scripts.serve.split(' ').filter((word) => word.startsWith('--'));

// For services that say nothing of their own about where files go.
const scratch = mkdtempSync(join(tmpdir(), 'callout-service-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

const spawned = new Set<ChildProcess>();
// A test that failed has not stopped what it started, and its file would never end. The hooks of
// the file itself come after this one and get time to stop things properly.
after(() => {
  setTimeout(() => {
    for (const child of spawned) child.kill('SIGKILL');
  }, 20_000).unref();
});

export interface Running {
  url: string;
  child: ChildProcess;
  output: () => string;
  /** Resolves with the exit code, or the signal's name. */
  ended: Promise<number | string>;
}

interface Options {
  env: Record<string, string>;
  script?: string;
  args?: string[];
  cwd?: string;
  uid?: number;
  gid?: number;
}

/** Spawns it without waiting. */
export async function spawnService({ env, script = 'src/main.ts', args = [], cwd = root, ...user }: Options): Promise<Running> {
  const port = env['PORT'] ?? String(await freePort());
  const child = spawn(process.execPath, [...serveFlags, join(cwd, script), ...args], {
    cwd,
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: port, DATA_DIR: scratch, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...user,
  });
  spawned.add(child);
  child.on('close', () => spawned.delete(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const ended = new Promise<number | string>((resolve) => child.on('close', (code, signal) => resolve(code ?? String(signal))));
  return { url: `http://127.0.0.1:${port}`, child, output: () => output, ended };
}

/** Spawns it and waits for its first answer. */
export async function startService(options: Options): Promise<Running> {
  const service = await spawnService({ ...options, env: { JWT_SECRET: secret, ...options.env } });
  await answering(service);
  return service;
}

export async function answering({ url, child, output }: Running): Promise<void> {
  for (let attempt = 0; attempt < 1500; attempt++) {
    assert.equal(child.exitCode, null, `the service ended: ${output()}`);
    try {
      await fetch(`${url}/ping`);
      return;
    } catch {
      await sleep(20);
    }
  }
  throw new Error(`no answer: ${output()}`);
}

export async function stopService({ child, ended }: Running, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | string> {
  child.kill(signal);
  return ended;
}

/** A request as a client sends it. */
export async function send(url: string, method: string, token?: string, body?: unknown) {
  const response = await fetch(url, {
    method,
    headers: { ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  return { status: response.status, body: (await response.json()) as any };
}

export async function signIn(url: string, email: string, password: string): Promise<string> {
  const { status, body } = await send(`${url}/auth/login`, 'POST', undefined, { email, password });
  assert.equal(status, 200, JSON.stringify(body));
  return body.token;
}
