import { spawn } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { startEmbeddedServer } from '../runner/servers.ts';
import { findGuards, type Mutant } from './guards.ts';
import { redundant } from './table.ts';

// `npm run mutate [-- WORD ...]`: takes each guard out of a copy of the sources, one at a time, and
// demands that a test fails. With words, only guards whose line of output has one of them; with
// `near` among them, only the tests that are about the file: what survives that is looked at anew.

const root = join(import.meta.dirname, '..', '..');
const copies = Math.max(2, availableParallelism());
/** For the files of one stage; a test that hangs ends by itself long before (milliseconds). */
const patience = 600_000;
const near = process.argv.includes('near');
const words = process.argv.slice(2).filter((word) => word !== 'near');

/** The tests that are about a source file come first: most mutants end there. Of no file: all. */
function testsFor(file: string): string[][] {
  const [, folder = '', name = ''] = file.split('/');
  const own: Record<string, string[]> = {
    auth: ['test/auth.test.ts'],
    users: ['test/users.test.ts', 'test/recheck-in-transaction.test.ts', 'test/races.test.ts'],
    projects: ['test/projects.test.ts'],
    objects: ['test/projects.test.ts'],
    members: ['test/members.test.ts'],
    photos: ['test/photos/local.test.ts', 'test/recheck-in-transaction.test.ts'],
    recurring: ['test/recurring.test.ts'],
    jobs: ['test/rules.test.ts', 'test/retention.test.ts', 'test/reminders.test.ts', 'test/recheck-in-transaction.test.ts'],
    live: ['test/live.test.ts', 'test/journal-poller.test.ts'],
    mail: ['test/mail.test.ts'],
    messenger: [
      'leases',
      'messenger',
      'test-message',
      'notices',
      'hearing',
      'patience',
      'recheck-in-transaction',
      'bots',
      'status-page',
    ].map((name) => `test/${name}.test.ts`),
    outbox: ['test/outbox.test.ts'],
    system: ['test/health.test.ts', 'test/status-page.test.ts'],
    tickets: ['test/matrix/state.test.ts'],
  };
  const matrix = ['lists', 'state', 'effects', 'authorization'].map((name) => `test/matrix/${name}.test.ts`);
  // What reads the sources, starts processes of its own or never comes near a guard.
  const aside =
    /architecture|contract|mutation|process|embedded|s3|client-ip|config|http|lib|limits|schedule|chaos|console|fakes|upgrade|backup|shape/;
  const all = globSync('test/**/*.test.ts', { cwd: root }).filter((name) => !aside.test(name));
  const namesake = { 'expired.ts': 'test/expired.test.ts', 'files.ts': 'test/file-deletion.test.ts' }[name];
  const first = namesake ? [namesake] : (own[folder] ?? []);
  const next = matrix.filter((name) => !first.includes(name));
  const rest = all.filter((name) => !first.includes(name) && !matrix.includes(name)).sort();
  if (file === '') return [all];
  if (near) return [first];
  return [first, ...next.map((name) => [name]), rest].filter((files) => files.length > 0);
}

type Fate = { mutant: Mutant; fate: 'killed' | 'survived' | 'undecided' | 'redundant'; by: string; seconds: number };

async function tryOut(mutant: Mutant, copy: string, url: string): Promise<Fate> {
  const known = redundant.find(({ file, what }) => file === mutant.file && mutant.what.startsWith(what));
  if (known) return { mutant, fate: 'redundant', by: known.why, seconds: 0 };
  const path = join(copy, mutant.file);
  const text = readFileSync(path, 'utf8');
  const mutated = text.slice(0, mutant.start) + mutant.instead + text.slice(mutant.end);
  stripTypeScriptTypes(mutated); // what does not parse would be killed by anything
  writeFileSync(path, mutated);
  const began = performance.now();
  const seconds = (): number => Math.round((performance.now() - began) / 1000);
  try {
    for (const files of testsFor(mutant.file)) {
      const failure = await firstFailure(files, copy, url);
      if (failure === outOfTime) return { mutant, fate: 'undecided', by: failure, seconds: seconds() };
      if (failure !== undefined) return { mutant, fate: 'killed', by: failure, seconds: seconds() };
    }
  } finally {
    writeFileSync(path, text);
  }
  return { mutant, fate: 'survived', by: '', seconds: seconds() };
}

/** Ends the run at the first test that fails. @returns its name, or undefined */
async function firstFailure(files: string[], copy: string, url: string): Promise<string | undefined> {
  const args = ['--test', '--test-concurrency=1', '--test-timeout=60000', '--test-reporter=tap', ...files];
  const child = spawn(process.execPath, args, {
    cwd: copy,
    env: { ...process.env, TEST_DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true, // a group of its own, so that the files' processes end with it
  });
  const end = (): void => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  };
  let output = '';
  const timer = setTimeout(end, patience);
  child.stdout.on('data', (piece) => {
    output += piece;
    if (failed(output)) end();
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  if (code === 0) return undefined;
  return failed(output) ?? outOfTime;
}

const outOfTime = 'the time that was given';

const failed = (output: string): string | undefined => /^ *not ok \d+ - (.*)$/m.exec(output)?.[1];

function copyOfSources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'callout-mutant-'));
  for (const name of ['src', 'test', 'docs', 'package.json', 'README.md', '.env.example'])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

function lineOf({ mutant: { file, line, kind, what }, fate, by, seconds }: Fate): string {
  return `${fate.padEnd(9)} ${String(seconds).padStart(3)} s  ${file}:${line} ${kind} ${what}${by && `\n                 ${by}`}`;
}

const chosen = findGuards(root).filter(({ file, line, kind, what }) => {
  const shown = `${file}:${line} ${kind} ${what}`;
  return words.length === 0 || words.some((word) => shown.includes(word));
});
const server = await startEmbeddedServer();
process.env['TEST_DATABASE_URL'] = server.url;
const { makeTemplate } = await import('../support/database.ts');
await makeTemplate();
const folders = Array.from({ length: copies }, copyOfSources);
const fates: Fate[] = [];
const waiting = [...chosen];
console.log(`${chosen.length} guards, ${copies} at a time`);
// What runs is ended, then the server; it would outlive this process.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => waiting.splice(0));
try {
  const failing = await firstFailure(
    near ? [...new Set(chosen.flatMap(({ file }) => testsFor(file).flat()))] : testsFor('').flat(),
    folders[0] ?? root,
    server.url,
  );
  if (failing !== undefined) throw new Error(`fails before anything is taken out, and so would kill everything: ${failing}`);
  await Promise.all(
    folders.map(async (folder) => {
      for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
        const fate = await tryOut(mutant, folder, server.url);
        fates.push(fate);
        console.log(lineOf(fate));
      }
    }),
  );
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  await server.stop();
}

const survivors = fates.filter(({ fate }) => fate === 'survived' || fate === 'undecided');
const count = (fate: Fate['fate']): number => fates.filter((one) => one.fate === fate).length;
console.log(
  `\n${count('killed')} killed, ${count('redundant')} redundant, ${survivors.length} survived or undecided of ${fates.length}`,
);
for (const survivor of survivors) console.log(lineOf(survivor));
const passed = survivors.length === 0 && fates.length === chosen.length;
console.log(passed ? 'passed' : 'FAILED');
process.exitCode = passed ? 0 : 1;
