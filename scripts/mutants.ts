import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedServer } from '../test/runner/servers.ts';
import { findMutants, kinds, type Mutant } from './mutants/find-mutants.ts';
import { nearest, readTests } from './mutants/nearest-tests.ts';

// `npm run mutants`: puts single faults into a copy of the sources and runs the test files that are nearest to each.
// A fault that no test notices is a gap in the tests, or changes nothing that anybody can see.

const usage = `usage: npm run mutants -- [options]
  --sample N     faults, chosen by chance among all; default 300
  --seed N       of the sample; default 1
  --kind NAMES   only these kinds, separated by commas: ${kinds.join(',')}
  --only TEXT    only in files whose path begins with it
  --tests N      test files for each fault at most; default 4
  --log FILE     outcomes as JSON lines; a run goes on where the one before ended; default in ${tmpdir()}
  --survivors    runs those faults of the log again that no test has noticed
Components of the console (.tsx) are left out: their tests need a browser.`;

const { values: options } = parseArgs({
  options: {
    sample: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    kind: { type: 'string', default: kinds.join(',') },
    only: { type: 'string', default: '' },
    tests: { type: 'string', default: '4' },
    log: { type: 'string' },
    survivors: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

type Outcome = Mutant & {
  /** undecided: a test was too slow, with and without the fault */
  result: 'killed' | 'survived' | 'undecided';
  tests: string[];
};
type RunResult = 'passed' | 'failed' | 'timeout';

/** Types and texts, and what only runs before the tests. */
const excluded = /\/(tables|schemas|.*-texts?)\.ts$|\/texts\/|\/i18n\/|\/migrations\/|\.d\.ts$/;
const timeoutMs = 90_000;
const logFile = options.log ?? join(tmpdir(), `callout-mutants-${options.seed}.jsonl`);
const tests = readTests();
/** Test files that have passed in this run: when one fails afterwards, the fault is the cause. */
const proven = new Set<string>();

const keyOf = ({ file, line, column, original, replacement }: Mutant): string =>
  JSON.stringify([file, line, column, original, replacement]);

function chooseSample(): Mutant[] {
  // Faults keep their places when others are added.
  const placeOf = (mutant: Mutant): string =>
    createHash('sha256')
      .update(options.seed + keyOf(mutant))
      .digest('hex');
  const asked = options.kind.split(',');
  return globSync(['src/{product,outbound,platform}/**/*.ts', 'web/src/**/*.ts'])
    .filter((file) => file.startsWith(options.only) && !excluded.test(file) && nearest(tests, file).length > 0)
    .sort()
    .flatMap((file) => findMutants(file, readFileSync(file, 'utf8')))
    .filter(({ kind }) => asked.includes(kind))
    .map((mutant) => ({ mutant, place: placeOf(mutant) }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
    .slice(0, Number(options.sample))
    .map(({ mutant }) => mutant);
}

/** @returns the last outcome of each fault */
function readLog(): Map<string, Outcome> {
  const lines = existsSync(logFile) ? readFileSync(logFile, 'utf8').split('\n').filter(Boolean) : [];
  return new Map(lines.map((line): Outcome => JSON.parse(line)).map((outcome) => [keyOf(outcome), outcome]));
}

/** Copies the files of the working tree, also those that are not committed. */
function copyTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'callout-mutants-'));
  const copy = 'git ls-files -z --cached --others --exclude-standard --deduplicate | tar -c --null -T - | tar -x -C "$1"';
  execFileSync('sh', ['-c', copy, 'sh', folder]);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}

function runTest(folder: string, test: string, databaseUrl: string): Promise<RunResult> {
  const args = ['--import=./testing/cheap-password-hashes.ts', test];
  const env = { ...process.env, TEST_DATABASE_URL: databaseUrl, NODE_COMPILE_CACHE: 'node_modules/.cache/callout-tests' };
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: 'ignore', detached: true });
  let isTimeout = false;
  // The group, so that processes end that the test has started.
  const killGroup = (): void => {
    isTimeout = true;
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
  };
  const timer = setTimeout(killGroup, timeoutMs);
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => {
      clearTimeout(timer);
      resolve(isTimeout ? 'timeout' : code === 0 ? 'passed' : 'failed');
    });
  });
}

/** Runs the tests until the first one notices the fault: it fails or hangs, and passes in the same time without the fault. */
async function tryMutant(folder: string, mutant: Mutant, databaseUrl: string): Promise<Outcome> {
  const path = join(folder, mutant.file);
  const source = readFileSync(path, 'utf8');
  const tried: string[] = [];
  let result: Outcome['result'] = 'survived';
  for (const test of nearest(tests, mutant.file).slice(0, Number(options.tests))) {
    tried.push(test);
    writeFileSync(path, source.slice(0, mutant.start) + mutant.replacement + source.slice(mutant.end));
    const withFault = await runTest(folder, test, databaseUrl);
    writeFileSync(path, source);
    if (withFault === 'passed') {
      proven.add(test);
      continue;
    }
    const isProven = withFault === 'failed' && proven.has(test);
    if (isProven || (await runTest(folder, test, databaseUrl)) === 'passed') {
      proven.add(test);
      return { ...mutant, result: 'killed', tests: tried };
    }
    result = 'undecided';
  }
  return { ...mutant, result, tests: tried };
}

const shorten = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 120) || 'nothing';

const describe = ({ kind, file, line, original, replacement, result, tests }: Outcome): string =>
  `${result}: ${file}:${line} ${kind}: ${shorten(original)} -> ${shorten(replacement)} (${tests.join(', ')})`;

function summaryOf(outcomes: readonly Outcome[]): string {
  const lineOf = (name: string, some: readonly Outcome[]): string => {
    const count = (result: Outcome['result']): number => some.filter((one) => one.result === result).length;
    return `${name.padEnd(10)} ${count('killed')} killed, ${count('survived')} survived, ${count('undecided')} undecided`;
  };
  const byKind = Map.groupBy(outcomes, ({ kind }) => kind);
  return [...kinds.map((kind) => lineOf(kind, byKind.get(kind) ?? [])), lineOf('all', outcomes)].join('\n');
}

/** Finds a fault of the log again in sources that have changed since. */
function locate(mutant: Mutant): Mutant[] {
  const found = findMutants(mutant.file, readFileSync(mutant.file, 'utf8'));
  const same = found.filter(
    (one) => one.original === mutant.original && one.replacement === mutant.replacement && one.column === mutant.column,
  );
  const [closest] = same.toSorted((a, b) => Math.abs(a.line - mutant.line) - Math.abs(b.line - mutant.line));
  return closest ? [closest] : [];
}

async function tryAll(): Promise<void> {
  let isInterrupted = false;
  // The server and the copy have to be removed.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isInterrupted = true));
  const known = readLog();
  const again = [...known.values()].filter(({ result }) => result !== 'killed').flatMap(locate);
  const mutants = options.survivors ? again : chooseSample();
  const waiting = options.survivors ? mutants : mutants.filter((mutant) => !known.has(keyOf(mutant)));
  console.log(`${mutants.length} faults, ${waiting.length} to try, log ${logFile}`);
  const folder = copyTree();
  const server = await startEmbeddedServer();
  try {
    for (const mutant of waiting) {
      if (isInterrupted) break;
      const outcome = await tryMutant(folder, mutant, server.url);
      appendFileSync(logFile, `${JSON.stringify(outcome)}\n`);
      if (outcome.result !== 'killed') console.log(describe(outcome));
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const outcomes = readLog();
  console.log(summaryOf(options.survivors ? [...outcomes.values()] : mutants.flatMap((one) => outcomes.get(keyOf(one)) ?? [])));
}

if (options.help) console.log(usage);
else await tryAll();
