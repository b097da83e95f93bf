import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connectPostgres } from '../testing/postgres.ts';
import { writeConsolePage } from './console/page.ts';
import { goalsOf } from './goals.ts';
import { CpuSteal } from './lib/cpu-steal.ts';
import { BenchEnvironment } from './lib/environment.ts';
import { findPgbench } from './lib/pgbench.ts';
import { overlap, type Plan } from './lib/statistics.ts';
import { measureRequestTracker } from './peers/rt.ts';
import { machineOf, type Results, readResults, type SectionName, type Sections, writeResults } from './results.ts';
import { writeResultsPage } from './results-page.ts';
import { measureConsole } from './sections/console.ts';
import { measureExports } from './sections/exports.ts';
import { measureFilters } from './sections/filters.ts';
import { measureGrowth } from './sections/growth.ts';
import { measureLogins } from './sections/logins.ts';
import { measureMemory } from './sections/memory.ts';
import { measureNotifications } from './sections/notifications.ts';
import { measureRatios } from './sections/ratios.ts';
import { measureReplica } from './sections/replica.ts';
import { measureSearch } from './sections/search.ts';
import { measureStart } from './sections/start.ts';
import { measureSteps } from './sections/steps.ts';
import { measureTicketDetails } from './sections/ticket-details.ts';
import { measureUploads } from './sections/uploads.ts';
import { measureWrites } from './sections/writes.ts';

// `npm run bench`: measures everything that docs/performance.md and docs/console.md say, and writes it there.

const usage = `usage: npm run bench -- [options]
  --quick        1,000 and 100,000 tickets, short measurements; the report goes to data/bench
  --only NAMES   only these sections, separated by commas: the others stay as they were measured
  --data FOLDER  keeps the server and its seeded databases there for the next run
  --sizes LIST   numbers of tickets that growth is measured at, such as 100000,1000000,10000000
  --seed         measures nothing, seeds what growth is measured at
  --peer rt      only this: Request Tracker 5, which is installed where root can (Debian)
  --compare FILE measures nothing, shows another run's results.json beside the figures that are there; given
                 twice, these two runs beside each other
  --report       measures nothing, writes the pages from the figures that are there
DATABASE_URL names a PostgreSQL to measure on, whose user may create databases, and its figures stand beside those of
the server that is started without it.`;

type Measure<Name extends SectionName> = (environment: BenchEnvironment, plan: Plan) => Promise<Sections[Name]>;
const sections: { [Name in SectionName]: Measure<Name> } = {
  ratios: measureRatios,
  growth: measureGrowth,
  filters: measureFilters,
  writes: measureWrites,
  notifications: measureNotifications,
  'ticket-details': measureTicketDetails,
  search: measureSearch,
  exports: measureExports,
  replica: measureReplica,
  logins: measureLogins,
  uploads: measureUploads,
  start: measureStart,
  steps: measureSteps,
  memory: measureMemory,
  console: measureConsole,
  peer: measureRequestTracker,
};
const all = Object.keys(sections);
const withOwnServer = ['replica', 'start', 'console', 'peer'];
const databaseUrl = process.env['DATABASE_URL'] ?? '';
const own = all.filter((name) => (databaseUrl ? !withOwnServer.includes(name) : name !== 'peer'));

const full: Plan = { sizes: [1_000, 100_000, 1_000_000], main: 1_000_000, rounds: 7, seconds: 2, warmup: 0.5, quick: false };
const quick: Plan = { sizes: [1_000, 100_000], main: 100_000, rounds: 2, seconds: 0.4, warmup: 0.1, quick: true };

async function measure(names: SectionName[], plan: Plan, folder: string | undefined, file: string): Promise<void> {
  if (!findPgbench() && names.some((name) => name === 'ratios' || name === 'writes')) {
    throw new Error(
      'pgbench is not installed here: it comes with the package of the PostgreSQL server (apt-get install postgresql-15)',
    );
  }
  const environment = await openEnvironment(folder);
  try {
    const db = await connectPostgres(environment.server.url);
    const machine = await machineOf(db);
    await db.end();
    for (const name of names) {
      const began = performance.now();
      console.log(`${name}`);
      const disturbance = new CpuSteal();
      const found = await sections[name](environment, plan);
      await environment.release();
      const measured = new Date().toISOString();
      writeResults(file, {
        ...readResults(file),
        [name]: { measured, quick: plan.quick, machine, stolen: disturbance.share(), found },
      });
      console.log(`  ${Math.round((performance.now() - began) / 1000)} s`);
    }
  } finally {
    await environment.close();
  }
}

async function openEnvironment(folder: string | undefined): Promise<BenchEnvironment> {
  const environment = await BenchEnvironment.open({ databaseUrl, folder, log: (line) => console.log(`  ${line}`) });
  const interrupted = (): void => void environment.close().finally(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  return environment;
}

async function seedOnly(sizes: number[], folder: string): Promise<void> {
  const environment = await openEnvironment(folder);
  try {
    for (const tickets of sizes) await environment.original(tickets);
  } finally {
    await environment.close();
  }
}

/** Two runs side by side, and whether what their rounds found overlaps. */
function compare(left: Results, right: Results): void {
  // The shares differ with the processor, and not by noise.
  for (const [side, { ratios }] of Object.entries({ left, right })) {
    if (ratios) console.log(`${side.padEnd(5)} ${ratios.measured.slice(0, 16)}  ${ratios.machine.processor}`);
  }
  const [ours, theirs] = [goalsOf(left), goalsOf(right)];
  for (const [i, { what, measured = '-', rounds }] of ours.entries()) {
    const other = theirs[i];
    if (measured === '-' && other?.measured === undefined) continue;
    const agree = other && Math.min(rounds.length, other.rounds.length) > 1 ? overlap(rounds, other.rounds) : undefined;
    const verdict = agree === undefined ? '' : agree ? 'agree' : 'DIFFER';
    console.log(`${measured.padStart(12)} ${(other?.measured ?? '-').padStart(12)}  ${verdict.padEnd(6)}  ${what}`);
  }
}

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: own.join(',') },
    peer: { type: 'string' },
    data: { type: 'string' },
    sizes: { type: 'string' },
    seed: { type: 'boolean', default: false },
    compare: { type: 'string', multiple: true, default: [] },
    report: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const names = (values.peer === 'rt' ? ['peer'] : values.only.split(',')) as SectionName[];
if (values.help || (values.peer ?? 'rt') !== 'rt' || !names.every((name) => name in sections)) {
  console.log(`${usage}\nSections: ${own.join(', ')}`);
  process.exit(values.help ? 0 : 2);
}
const plan = { ...(values.quick ? quick : full) };
if (values.sizes) plan.sizes = values.sizes.split(',').map(Number);
if (values.seed) {
  if (!values.data) throw new Error('--seed needs --data FOLDER');
  await seedOnly(plan.sizes, values.data);
  process.exit();
}
const root = join(import.meta.dirname, '..');
const folder = join(root, values.quick ? 'data/bench' : 'docs');
mkdirSync(join(folder, 'performance'), { recursive: true });
const fileOf = (server: 'embedded' | 'external'): string =>
  join(folder, 'performance', server === 'embedded' ? 'results.json' : 'results-external.json');
const file = fileOf(databaseUrl ? 'external' : 'embedded');
const [one, other = file] = values.compare;
if (one) {
  const missing = [one, other].find((name) => !existsSync(name));
  if (missing) throw new Error(`there is no ${missing}`);
  compare(readResults(one), readResults(other));
  process.exit();
}
if (!values.report) await measure(names, plan, values.data, file);
const results = readResults(fileOf('embedded'));
writeResultsPage(folder, results, readResults(fileOf('external')));
writeConsolePage(folder, results);
for (const { what, goal, measured, reached } of goalsOf(readResults(file))) {
  if (measured !== undefined) console.log(`${reached ? 'reached    ' : 'NOT reached'}  ${what}: ${measured} (${goal})`);
}
console.log(`written: ${join(folder, 'performance.md')}`);
