import { spawn, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findLayers } from '../test/runner/layers.ts';
import { startEmbeddedServer } from '../test/runner/servers.ts';
import { Random } from '../testing/seeded-random.ts';
import { type Coverage, CoverageFolder, countAt, measure } from './mutants/coverage.ts';
import { findMutants, type Kind, kinds, lineAt, type Mutant } from './mutants/find-mutants.ts';

// `npm run mutants`: puts single faults into the code and runs the tests that are nearest to each. What no test notices is a gap.

const usage = `usage: npm run mutants -- [options]
  --coverage       runs all tests of \`npm test\` first, to know which code each of them runs; needed once, and after changes
  --count N        faults, spread over all kinds; default 300
  --kind NAMES     only these kinds, separated by commas: ${kinds.join(',')}
  --only TEXT      only in files whose path contains it
  --tests N        test files for each fault at most; default 8
  --seed N         of the sample; default: by chance
Prints each fault that no test noticed, and how many were noticed of each kind. Faults are put into a copy of the last commit.`;

const { values: options } = parseArgs({
  options: {
    coverage: { type: 'boolean', default: false },
    count: { type: 'string', default: '300' },
    kind: { type: 'string', default: kinds.join(',') },
    only: { type: 'string', default: '' },
    tests: { type: 'string', default: '8' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    help: { type: 'boolean', default: false },
  },
});

const sources = 'src/{product,outbound,platform}/**/*.ts';
const sourcesOfConsole = 'web/src/**/*.{ts,tsx}';
/** Types only, words only, and what runs before the tests or in a browser without them. */
const excluded = /\/(tables|schemas|.*-texts?)\.ts$|\/texts\/|\/i18n\/|\/migrations\/|\.d\.ts$/;
/** Test processes at a time, each in a copy of its own. */
const copies = 2;
/** In multiples of what the test file took without a fault, and at least. */
const maxSlowdown = 4;
const minTimeoutMs = 60_000;
const coverageFolder = new CoverageFolder(resolve('node_modules/.cache/callout-mutants'));

type Outcome = { mutant: Mutant; caughtBy?: string; tried: number };

const findSources = (): string[] => [...globSync(sources), ...globSync(sourcesOfConsole)].filter((file) => !excluded.test(file));

/** Runs one test file. @returns whether it passed */
function runTest(cwd: string, test: string, env: Record<string, string>, timeoutMs: number): Promise<boolean> {
  const args = ['--import=./testing/cheap-password-hashes.ts', '--test', '--test-timeout=120000', test];
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio: 'ignore', detached: true });
  // With all processes that the test has started.
  const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), timeoutMs);
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });
}

async function measureAll(env: Record<string, string>): Promise<void> {
  const { unit, api, e2e } = findLayers();
  const waiting = [...unit, ...api, ...e2e].values();
  const measureWaiting = async (): Promise<void> => {
    for (const test of waiting) {
      const run = (more: Record<string, string>): Promise<boolean> => runTest(process.cwd(), test, { ...env, ...more }, 600_000);
      const coverage = await measure(test, run, (file) => /^(src|web\/src)\//.test(file));
      if (coverage) coverageFolder.write(coverage);
      else console.log(`${test} failed without a fault`);
    }
  };
  await Promise.all(Array.from({ length: copies }, measureWaiting));
}

/** @returns a sample with as many mutants of each kind as there are, or as are asked for */
function sample(random: Random, count: number): Mutant[] {
  const asked = options.kind.split(',');
  const found = findSources()
    .filter((file) => file.includes(options.only))
    .flatMap((file) => findMutants(file));
  const byKind = new Map(
    asked.map((kind) => [
      kind,
      shuffled(
        found.filter((one) => one.kind === kind),
        random,
      ),
    ]),
  );
  const chosen: Mutant[] = [];
  while (chosen.length < count && [...byKind.values()].some((waiting) => waiting.length > 0)) {
    for (const waiting of byKind.values()) chosen.push(...waiting.splice(0, 1));
  }
  return chosen.slice(0, count);
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** @returns the test files that run the fault, those first that run little else */
function nearest(coverages: readonly Coverage[], { file, start }: Mutant): Coverage[] {
  return coverages
    .map((coverage) => ({ coverage, share: countAt(coverage, file, start) / coverage.calls }))
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share)
    .slice(0, Number(options.tests))
    .map(({ coverage }) => coverage);
}

async function tryMutant(
  folder: string,
  mutant: Mutant,
  tests: readonly Coverage[],
  env: Record<string, string>,
): Promise<Outcome> {
  const path = join(folder, mutant.file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, source.slice(0, mutant.start) + mutant.replacement + source.slice(mutant.end));
  try {
    for (const [i, { test, durationMs }] of tests.entries()) {
      const passed = await runTest(folder, test, env, Math.max(durationMs * maxSlowdown, minTimeoutMs));
      if (!passed) return { mutant, caughtBy: test, tried: i + 1 };
    }
    return { mutant, tried: tests.length };
  } finally {
    writeFileSync(path, source);
  }
}

/** Makes a copy of the last commit with the packages of this one. */
function makeCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'callout-mutants-'));
  const made = spawnSync('git', ['worktree', 'add', '--detach', '--force', folder, 'HEAD'], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(made.stderr);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}

function removeCopy(folder: string): void {
  rmSync(join(folder, 'node_modules'));
  spawnSync('git', ['worktree', 'remove', '--force', folder]);
}

async function tryAll(mutants: readonly Mutant[], env: Record<string, string>): Promise<Outcome[]> {
  const coverages = coverageFolder.readAll();
  const outcomes: Outcome[] = [];
  const waiting = mutants.values();
  const tryWaiting = async (folder: string): Promise<void> => {
    for (const mutant of waiting) {
      const outcome = await tryMutant(folder, mutant, nearest(coverages, mutant), env);
      outcomes.push(outcome);
      if (outcome.caughtBy === undefined) console.log(describe(outcome));
    }
  };
  const folders = Array.from({ length: copies }, makeCopy);
  try {
    await Promise.all(folders.map(tryWaiting));
  } finally {
    folders.forEach(removeCopy);
  }
  return outcomes;
}

function describe({ mutant: { kind, file, start, end, replacement }, tried }: Outcome): string {
  const source = readFileSync(file, 'utf8');
  const short = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(-100);
  const tests = tried === 0 ? 'no test runs it' : `${tried} test files pass`;
  return `${file}:${lineAt(source, start)} ${kind}: ${short(source.slice(start, end))} -> ${short(replacement) || 'nothing'} (${tests})`;
}

function tableOf(outcomes: readonly Outcome[]): string {
  const line = (name: string, ofKind: readonly Outcome[]): string => {
    const caught = ofKind.filter(({ caughtBy }) => caughtBy !== undefined).length;
    return `${name.padEnd(10)} ${caught} of ${ofKind.length} noticed (${Math.round((caught / ofKind.length) * 100)} %)`;
  };
  const kindsTried = kinds.filter((kind: Kind) => outcomes.some(({ mutant }) => mutant.kind === kind));
  return [
    ...kindsTried.map((kind) =>
      line(
        kind,
        outcomes.filter(({ mutant }) => mutant.kind === kind),
      ),
    ),
    line('all', outcomes),
  ].join('\n');
}

if (options.help) {
  console.log(usage);
} else {
  const server = await startEmbeddedServer();
  process.env['TEST_DATABASE_URL'] = server.url;
  try {
    const { createTemplateDatabase } = await import('../testing/test-database.ts');
    await createTemplateDatabase();
    const env = { TEST_DATABASE_URL: server.url };
    if (options.coverage) await measureAll(env);
    const mutants = sample(new Random(Number(options.seed)), Number(options.count));
    console.log(`seed ${options.seed}: ${mutants.length} faults`);
    console.log(`\n${tableOf(await tryAll(mutants, env))}`);
  } finally {
    await server.stop();
  }
}
