import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processGroups } from './process-groups.ts';
import { keepAsTriedAgain, Results } from './results.ts';

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
    const outputOfCommand = outputOf(child);
    const code = await exitCode(child);
    output += outputOfCommand();
    passed &&= code === 0;
    if (code !== 0) output += `${command} ${args.join(' ')}: ended with ${code}\n`;
  }
  console.log(`\n== ${name}\n${output}`);
  return { name, passed, seconds: secondsSince(startedMs), results: undefined };
}

const cheapHashes = '--import=./testing/cheap-password-hashes.ts';
const testFlags = [cheapHashes, '--test', '--test-timeout=240000', '--test-reporter=spec', '--test-reporter-destination=stdout'];

/** Processes at a time: one more than two cores need, because tests also wait for time-outs and for the database. */
const concurrency = 3;

/** Longer than any group takes on a busy machine: what hangs outside of a test has no other time limit. */
const processTimeoutMs = 20 * 60_000;

/** More failures than these are no matter of a busy machine. */
const maxTriedAgain = 3;

/**
 * Runs test files under node:test.
 * @param url of the server whose template database the files clone
 * @param triesAgain whether files that fail are run once more when all others have ended: a busy machine misses a step now and then.
 * The summary names each such test.
 */
export async function runTests(name: string, files: string[], url: string, triesAgain: boolean): Promise<Job> {
  console.log(`\n== ${name}`);
  const job = await withResults(async (folder) => {
    const startedMs = performance.now();
    const groups = [...processGroups(files).entries()];
    const run = ([i, group]: [number, string[]], tries = ''): Promise<boolean> =>
      runInOneProcess(group, url, join(folder, `${i}${tries}.jsonl`));
    let failed = await runAtOnce(groups, run);
    if (triesAgain && failed.length <= maxTriedAgain) {
      for (const [i, group] of failed) keepAsTriedAgain(join(folder, `${i}.jsonl`), group);
      failed = await runAtOnce(failed, (group) => run(group, '-again'), 1);
    }
    return { name, passed: failed.length === 0, seconds: secondsSince(startedMs), results: undefined };
  });
  const withoutResult = files.filter((file) => !job.results.includes([file]));
  for (const file of withoutResult) console.log(`${file}: no test was reported`);
  // Node ends with 0 after a failed hook outside of a suite, and when a test ends the process so.
  return { ...job, passed: job.passed && job.results.failed().length === 0 && withoutResult.length === 0 };
}

/** @returns the groups that failed */
async function runAtOnce<Group>(
  groups: Group[],
  run: (group: Group) => Promise<boolean>,
  atOnce = concurrency,
): Promise<Group[]> {
  const failed: Group[] = [];
  const waiting = groups.values();
  const runWaiting = async (): Promise<void> => {
    for (const group of waiting) if (!(await run(group))) failed.push(group);
  };
  await Promise.all(Array.from({ length: atOnce }, runWaiting));
  return failed;
}

/** @param resultsPath where the reporter of the results writes */
async function runInOneProcess(files: string[], url: string, resultsPath: string): Promise<boolean> {
  const reporter = ['--test-reporter=./test/runner/results-reporter.ts', `--test-reporter-destination=${resultsPath}`];
  const [first = '', ...others] = files;
  const tests = others.length > 0 ? ['--test-isolation=none', 'test/runner/run-files.ts'] : [first];
  // The compile cache halves the time until the first test of a process.
  const compileCache = join('node_modules', '.cache', 'callout-tests');
  const env = { ...process.env, TEST_DATABASE_URL: url, TEST_FILES: files.join(' '), NODE_COMPILE_CACHE: compileCache };
  const args = [...testFlags, ...reporter, ...tests];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const output = outputOf(child);
  const timer = setTimeout(() => child.kill('SIGKILL'), processTimeoutMs);
  const code = await exitCode(child);
  clearTimeout(timer);
  console.log(`\n${files.join(' ')}\n${output()}${code === 0 ? '' : `the process of these files ended with ${code}`}`);
  return code === 0;
}

/**
 * Runs the tests of the console.
 * @param files none: all that playwright.config.ts names
 * @param env with TEST_DATABASE_URL, whose template database the tests clone
 */
export async function runPlaywright(name: string, files: string[], env: Record<string, string>): Promise<Job> {
  return withResults((folder) =>
    runJob(name, {
      command: 'playwright',
      args: ['test', ...files],
      env: { ...env, TEST_RESULTS: join(folder, 'results.jsonl') },
    }),
  );
}

/** @param run writes what its tests reported to files in this folder */
async function withResults(run: (folder: string) => Promise<Job>): Promise<Job & { results: Results }> {
  const folder = mkdtempSync(join(tmpdir(), 'callout-results-'));
  const job = await run(folder);
  const results = Results.readAll(folder);
  rmSync(folder, { recursive: true, force: true });
  return { ...job, results };
}

/** Collects what a process writes. @returns the text so far */
function outputOf(child: ChildProcess): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text));
  return () => output;
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
