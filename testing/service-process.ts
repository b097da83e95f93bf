import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertDescribed } from './described-answers.ts';
import { freePort } from './free-port.ts';
import { noKeepAliveAgent, send as sendRequest } from './http-client.ts';

// The service as an operator runs it: a process of its own with its environment. Independent of the test runner.

const root = join(import.meta.dirname, '..');

// For services that say nothing of their own about where files go.
const scratch = mkdtempSync(join(tmpdir(), 'callout-service-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

const spawned = new Set<ChildProcess>();

/** Kills every service of this process that still runs. */
export function killServices(): void {
  for (const child of spawned) child.kill('SIGKILL');
}
process.on('exit', killServices);

export interface ServiceProcess {
  url: string;
  child: ChildProcess;
  output: () => string;
  /** Resolves with the exit code, or the signal's name. */
  ended: Promise<number | string>;
}

export interface SpawnOptions {
  env: Record<string, string>;
  /** what runs `callout`, with its first arguments; by default this Node */
  program?: string[];
  /** of `callout` */
  command?: string;
  args?: string[];
  cwd?: string;
  uid?: number;
  gid?: number;
}

/** Spawns it without waiting, at a port of its own unless PORT is set. */
export async function spawnService(options: SpawnOptions): Promise<ServiceProcess> {
  const port = options.env['PORT'] ?? String(await freePort());
  return spawnServiceAt(port, options);
}

export function spawnServiceAt(
  port: string,
  {
    env,
    command = 'serve',
    args = [],
    cwd = root,
    program: [file = '', ...firstArgs] = [process.execPath, join(cwd, 'bin', 'callout.js')],
    ...user
  }: SpawnOptions,
): ServiceProcess {
  const child = spawn(file, [...firstArgs, command, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: port, DATA_DIR: scratch, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // Ctrl-C ends the program, which ends its services
    ...user,
  });
  spawned.add(child);
  child.on('close', () => spawned.delete(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const ended = new Promise<number | string>((resolve) => child.on('close', (code, signal) => resolve(code ?? String(signal))));
  return { url: `http://127.0.0.1:${port}`, child, output: () => output, ended };
}

/** Waits for its first answer. */
export async function waitUntilReady({ url, child, output }: ServiceProcess): Promise<void> {
  for (let attempt = 0; attempt < 3_000; attempt++) {
    assert(child.exitCode === null && child.signalCode === null, `the service ended: ${output()}`);
    const answer = await sendRequest(url, { method: 'GET', path: '/ping' }, noKeepAliveAgent).catch(() => undefined);
    if (answer) return;
    await sleep(20);
  }
  throw new Error(`no answer: ${output()}`);
}

export async function stopService(
  { child, ended }: ServiceProcess,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | string> {
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
  const text = await response.text();
  const { pathname } = new URL(url);
  assertDescribed({ method, url: pathname, status: response.status, headers: Object.fromEntries(response.headers), text });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  return { status: response.status, body: JSON.parse(text) as any };
}
