import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Results } from './results.ts';

// A job is one command of the run: the type checker, node:test with some files, or Playwright.

export interface Job {
  name: string;
  passed: boolean;
  seconds: number;
  /** undefined: a job without tests */
  results: Results | undefined;
}

interface Command {
  command: string;
  args: string[];
  env?: Record<string, string>;
}

/** Runs a command whose output is shown as it comes. */
export async function runJob(name: string, { command, args, env = {} }: Command): Promise<Job> {
  console.log(`\n== ${name}`);
  const startedMs = performance.now();
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  return { name, passed: (await exitCode(child)) === 0, seconds: secondsSince(startedMs), results: undefined };
}

/** Runs commands one after the other beside other jobs, and shows what they print once all have ended. */
export async function runBeside(name: string, commands: Command[]): Promise<Job> {
  const startedMs = performance.now();
  let output = '';
  let passed = true;
  for (const { command, args, env = {} } of commands) {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
    const code = await exitCode(child);
    passed &&= code === 0;
    if (code !== 0) output += `${command} ${args.join(' ')}: ended with ${code}\n`;
  }
  console.log(`\n== ${name}\n${output}`);
  return { name, passed, seconds: secondsSince(startedMs), results: undefined };
}

const cheapHashes = '--import=./testing/cheap-password-hashes.ts';
const testFlags = [cheapHashes, '--test', '--test-timeout=240000', '--test-reporter=spec', '--test-reporter-destination=stdout'];

/** Files at a time: one more than two cores need, because tests also wait for time-outs and for the database. */
const concurrency = 3;

/**
 * Runs test files under node:test.
 * @param url of the server whose template database the files clone
 */
export async function runTests(name: string, files: string[], url: string): Promise<Job> {
  return withResults((path) => {
    const reporter = ['--test-reporter=./test/runner/results-reporter.ts', `--test-reporter-destination=${path}`];
    const args = [...testFlags, ...reporter, `--test-concurrency=${concurrency}`, ...files];
    // Every file is a process of its own: the compile cache halves the time until its first test.
    const env = { TEST_DATABASE_URL: url, NODE_COMPILE_CACHE: join('node_modules', '.cache', 'callout-tests') };
    return runJob(name, { command: process.execPath, args, env });
  });
}

/**
 * Runs the tests of the console.
 * @param files none: all that playwright.config.ts names
 * @param env with TEST_DATABASE_URL, whose template database the tests clone
 */
export async function runPlaywright(name: string, files: string[], env: Record<string, string>): Promise<Job> {
  return withResults((path) =>
    runJob(name, { command: 'playwright', args: ['test', ...files], env: { ...env, TEST_RESULTS: path } }),
  );
}

/** @param run writes what its tests reported to this path */
async function withResults(run: (path: string) => Promise<Job>): Promise<Job> {
  const folder = mkdtempSync(join(tmpdir(), 'callout-results-'));
  const path = join(folder, 'results.jsonl');
  const job = await run(path);
  const results = Results.read(path);
  rmSync(folder, { recursive: true, force: true });
  return { ...job, results };
}

function exitCode(child: ReturnType<typeof spawn>): Promise<number | null> {
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message);
      resolve(null);
    });
    child.on('close', resolve);
  });
}

const secondsSince = (startedMs: number): number => Math.round((performance.now() - startedMs) / 1_000);
