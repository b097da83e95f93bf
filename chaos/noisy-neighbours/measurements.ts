import { availableParallelism } from 'node:os';
import type { AttackReport } from './load.ts';
import type { ProcessFigures } from './process-monitor.ts';
import type { Work } from './tenant.ts';

/** What was measured in one run of the tenant. */
export type Run = Work & ProcessFigures;

/** What was measured of one attack. */
export interface Figures {
  attack: string;
  instances: number;
  /** name and version of the database server */
  server: string;
  before: Run;
  during: Run;
  after: Run;
  sameProcesses: boolean;
  /** what a process wrote that ended */
  lastOutput: string;
  attackers: AttackReport;
  /** what the attackers got of what they must not get */
  excess?: string | undefined;
}

/** How much slower the tenant may become, and above which duration it counts: below, machines are noisy. */
const goals = { reads: { maxRatio: 3, floorMs: 30 }, writes: { maxRatio: 4, floorMs: 100 } };
type Kind = keyof typeof goals;
const kinds: Kind[] = ['reads', 'writes'];

const maxLoginMs = 1_000;
/** Where the attackers and the service share so few cores, a login may take twice as long. */
const sharedCores = 2;
const allowedLoginMs = availableParallelism() <= sharedCores ? 2 * maxLoginMs : maxLoginMs;
const maxResidentMiB = 1.2 * 1024;
const maxGapMs = 100;
/** How much longer than in a quiet run a notification may take. */
const maxNotificationDelayMs = 2_000;
/** How much longer than in a quiet run a file or a search may take. */
const maxFileDelayMs = 5_000;

/** @returns the 95th percentile, NaN of nothing */
function p95(durations: number[]): number {
  return durations.toSorted((a, b) => a - b)[Math.floor(durations.length * 0.95)] ?? Number.NaN;
}

const slowest = (durations: number[]): number => durations.reduce((a, b) => Math.max(a, b), 0);
const failuresOf = ({ before, during, after }: Figures): string[] => [...before.failures, ...during.failures, ...after.failures];
const peakMiB = ({ during, after }: Figures): number => Math.max(during.peakMiB, after.peakMiB);

/** @returns what went wrong, whatever the speed of the machine */
export function failedGoals(figures: Figures): string[] {
  const { sameProcesses, lastOutput, attackers, excess } = figures;
  const failures = failuresOf(figures);
  const problems: string[] = [];
  if (failures.length > 0) {
    const counts = [figures.before, figures.during, figures.after].map((run) => run.failures.length).join(', ');
    problems.push(`refused to the tenant before, during and after it: ${counts}: ${firstKinds(failures)}`);
  }
  if (!sameProcesses) problems.push(`the process of the service ended: ${lastOutput}`);
  if (peakMiB(figures) > maxResidentMiB) problems.push(`the service took ${peakMiB(figures)} MiB`);
  if (attackers.requests === 0) problems.push('the attackers have sent nothing');
  if (excess) problems.push(excess);
  return problems.map((problem) => `${figures.attack}: ${problem}`);
}

/** One of each kind of failure, so that one kind does not hide the others. */
function firstKinds(failures: string[]): string {
  const byKind = new Map<string, string>();
  for (const failure of failures) byKind.set(failure.split(' to ')[0] ?? '', failure);
  return [...byKind.values()].slice(0, 5).join('; ');
}

const isTooSlow = (kind: Kind, durationMs: number, quietMs: number): boolean =>
  durationMs > goals[kind].maxRatio * quietMs && durationMs > goals[kind].floorMs;
const isLate = (run: Run, quiet: Run): boolean =>
  slowest(run.notifications) > slowest(quiet.notifications) + maxNotificationDelayMs;

/** @returns whether the tenant is served as fast as in an earlier quiet run */
export function hasRecovered(before: Run, after: Run): boolean {
  return kinds.every((kind) => !isTooSlow(kind, p95(after[kind]), p95(before[kind]))) && !isLate(after, before);
}

/** What a run under attack is compared with: a run after it counts only once the service has recovered. */
function quietOf({ before, after }: Figures, measure: (run: Run) => number): number {
  return hasRecovered(before, after) ? Math.max(measure(before), measure(after)) : measure(before);
}

/** Whether instances and database are more processes than cores: they stand still while they wait for one, whatever they do. */
const waitsForCores = ({ instances }: Figures): boolean => instances + 1 > availableParallelism();

/** @returns what was slower than it may be */
export function missedDurations(figures: Figures): string[] {
  const { attack, before, during, after } = figures;
  const gapOf = waitsForCores(figures) ? (run: Run) => run.turnMs : (run: Run) => run.gapMs;
  const problems: string[] = [];
  for (const kind of kinds) {
    const [beforeMs, duringMs, afterMs] = [before, during, after].map((run) => p95(run[kind])) as [number, number, number];
    const quietMs = quietOf(figures, (run) => p95(run[kind]));
    if (isTooSlow(kind, duringMs, quietMs)) problems.push(`${kind} took ${ms(duringMs)}, quiet ${ms(quietMs)} (p95)`);
    // Otherwise a service that stays slow after an attack would be taken for a quiet one.
    if (isTooSlow(kind, afterMs, beforeMs))
      problems.push(`${kind} stayed at ${ms(afterMs)} after it, before ${ms(beforeMs)} (p95)`);
  }
  const loginMs = slowest([...during.logins, ...after.logins]);
  if (loginMs > allowedLoginMs) problems.push(`a good login took ${ms(loginMs)}`);
  const quietGapMs = quietOf(figures, gapOf);
  if (gapOf(during) > Math.max(maxGapMs, quietGapMs, during.ownGapMs))
    problems.push(`the event loop stood still for ${ms(gapOf(during))}`);
  const fileMs = slowest(during.files);
  if (fileMs > slowest(before.files) + maxFileDelayMs) problems.push(`a file or a search took ${ms(fileMs)}`);
  if (during.notifications.length === 0) problems.push('no notification was caused');
  if (isLate(during, before)) problems.push(`a notification took ${ms(slowest(during.notifications))}`);
  if (isLate(after, before)) problems.push(`a notification took ${ms(slowest(after.notifications))} after it`);
  return problems.map((problem) => `${attack}: ${problem}`);
}

const columns = {
  attack: ({ attack }) => attack,
  instances: ({ instances }) => String(instances),
  server: ({ server }) => server,
  'reads, p95': (figures) => compared(figures, ({ reads }) => p95(reads)),
  'writes, p95': (figures) => compared(figures, ({ writes }) => p95(writes)),
  refused: (figures) => String(failuresOf(figures).length),
  'longest gap': (figures) => compared(figures, ({ gapMs }) => gapMs),
  'longest turn': (figures) => compared(figures, ({ turnMs }) => turnMs),
  'own gap': ({ during }) => ms(during.ownGapMs),
  notification: (figures) => compared(figures, ({ notifications }) => slowest(notifications)),
  login: (figures) => compared(figures, ({ logins }) => slowest(logins)),
  file: (figures) => compared(figures, ({ files }) => slowest(files)),
  health: (figures) => compared(figures, ({ slowestHealthMs }) => slowestHealthMs),
  memory: (figures) => `${peakMiB(figures)} MiB`,
  result: (figures) => ([...failedGoals(figures), ...missedDurations(figures)].length === 0 ? 'pass' : 'FAIL'),
} satisfies Record<string, (figures: Figures) => string>;

/** Quiet, under attack, and the ratio of both. */
function compared(figures: Figures, measure: (run: Run) => number): string {
  const quietMs = quietOf(figures, measure);
  const duringMs = measure(figures.during);
  return `${ms(quietMs, '')} / ${ms(duringMs)} (${(duringMs / quietMs).toFixed(1)})`;
}

/** @returns a table in Markdown: quiet / under attack (ratio); the slowest where no percentile is named */
export function tableOf(all: Figures[]): string {
  const names = Object.keys(columns);
  const rows = all.map((figures) => Object.values(columns).map((cell) => cell(figures)));
  const widths = names.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: string[]): string => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  return [line(names), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** @returns what the attackers did, and what was wrong, in one line each */
export function report(figures: Figures): string {
  const { attack, attackers } = figures;
  const outcomes = Object.entries(attackers.outcomes).map(([outcome, n]) => `${outcome} x${n}`);
  const did = `${attackers.requests} requests over ${attackers.connections} connections, ${outcomes.join(', ') || 'no answer read'}`;
  return [`${attack}: ${did}`, ...failedGoals(figures), ...missedDurations(figures)].join('\n');
}

function ms(duration: number, unit = ' ms'): string {
  return `${duration < 10 ? duration.toFixed(1) : Math.round(duration)}${unit}`;
}
