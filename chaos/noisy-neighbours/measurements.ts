import { availableParallelism } from 'node:os';
import type { AttackReport } from './load.ts';
import type { Work } from './tenant.ts';

/** What was measured of one attack. */
export interface Figures {
  /** the attack, and over which instances */
  name: string;
  before: Work;
  during: Work;
  after: Work;
  /** largest resident memory of a process of the service, in MiB */
  peakMiB: number;
  sameProcesses: boolean;
  /** what a process wrote that ended */
  lastOutput: string;
  attackers: AttackReport;
  /** how long the slowest notice took, where notices were sent */
  slowestNoticeMs?: number;
  /** notices that did not come in time */
  missingNotices?: number;
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

/** @returns the 95th percentile, NaN of nothing */
function p95(durations: number[]): number {
  return durations.toSorted((a, b) => a - b)[Math.floor(durations.length * 0.95)] ?? Number.NaN;
}

const slowest = (durations: number[]): number => durations.reduce((a, b) => Math.max(a, b), 0);
const failuresOf = ({ before, during, after }: Figures): string[] => [...before.failures, ...during.failures, ...after.failures];

/** @returns what went wrong, whatever the speed of the machine */
export function failedGoals(figures: Figures): string[] {
  const { name, peakMiB, sameProcesses, lastOutput, attackers, missingNotices = 0 } = figures;
  const failures = failuresOf(figures);
  const problems: string[] = [];
  if (failures.length > 0) problems.push(`the tenant got ${failures.length} wrong answers: ${firstKinds(failures)}`);
  if (!sameProcesses) problems.push(`the process of the service ended: ${lastOutput}`);
  if (peakMiB > maxResidentMiB) problems.push(`the service took ${peakMiB} MiB`);
  if (missingNotices > 0) problems.push(`${missingNotices} notices did not come in time`);
  if (attackers.requests === 0) problems.push('the attackers have sent nothing');
  return problems.map((problem) => `${name}: ${problem}`);
}

/** One of each kind of failure, so that one kind does not hide the others. */
function firstKinds(failures: string[]): string {
  const byKind = new Map<string, string>();
  for (const failure of failures) byKind.set(failure.split(' to ')[0] ?? '', failure);
  return [...byKind.values()].slice(0, 5).join('; ');
}

const isTooSlow = (kind: Kind, durationMs: number, quietMs: number): boolean =>
  durationMs > goals[kind].maxRatio * quietMs && durationMs > goals[kind].floorMs;

/** @returns whether the tenant is served as fast as in an earlier quiet run */
export function hasRecovered(before: Work, after: Work): boolean {
  return kinds.every((kind) => !isTooSlow(kind, p95(after[kind]), p95(before[kind])));
}

/** What a run under attack is compared with, in milliseconds: a run after it counts only once the service has recovered. */
function quietP95({ before, after }: Figures, kind: Kind): number {
  const [beforeMs, afterMs] = [p95(before[kind]), p95(after[kind])];
  return isTooSlow(kind, afterMs, beforeMs) ? beforeMs : Math.max(beforeMs, afterMs);
}

/** @returns what was slower than it may be */
export function missedDurations(figures: Figures): string[] {
  const { name, before, during, after } = figures;
  const problems: string[] = [];
  for (const kind of kinds) {
    const [beforeMs, duringMs, afterMs] = [before, during, after].map((work) => p95(work[kind])) as [number, number, number];
    const quietMs = quietP95(figures, kind);
    if (isTooSlow(kind, duringMs, quietMs)) problems.push(`${kind} took ${ms(duringMs)}, quiet ${ms(quietMs)} (p95)`);
    // Otherwise a service that stays slow after an attack would be taken for a quiet one.
    if (isTooSlow(kind, afterMs, beforeMs))
      problems.push(`${kind} stayed at ${ms(afterMs)} after it, before ${ms(beforeMs)} (p95)`);
  }
  const loginMs = slowest([...during.logins, ...after.logins]);
  if (loginMs > allowedLoginMs) problems.push(`a good login took ${ms(loginMs)}`);
  return problems.map((problem) => `${name}: ${problem}`);
}

/** @returns the measured values in one line */
export function report(figures: Figures): string {
  const { name, before, during, after, peakMiB, sameProcesses, attackers, slowestNoticeMs } = figures;
  const durations = kinds.map((kind) => {
    const [beforeMs, duringMs, afterMs] = [before, during, after].map((work) => p95(work[kind])) as [number, number, number];
    const ratio = (duringMs / quietP95(figures, kind)).toFixed(1);
    return `${kind} ${ms(beforeMs, '')} / ${ms(duringMs, '')} / ${ms(afterMs)} (x${ratio})`;
  });
  const failures = failuresOf(figures);
  const count = (beginning: string): number => failures.filter((failure) => failure.startsWith(beginning)).length;
  const outcomes = Object.entries(attackers.outcomes).map(([outcome, n]) => `${outcome} x${n}`);
  return [
    `${name}: ${durations.join(', ')}`,
    `slowest good login ${ms(slowest([...during.logins, ...after.logins]))}`,
    `tenant 5xx ${count('5')}, 429 ${count('429')}, no answer ${count('no answer')}`,
    `peak ${peakMiB} MiB, ${sameProcesses ? 'same process' : 'ANOTHER PROCESS'}`,
    ...(slowestNoticeMs === undefined ? [] : [`slowest notice ${ms(slowestNoticeMs)}`]),
    `attackers: ${attackers.requests} requests over ${attackers.connections} connections, ${outcomes.join(', ') || 'no answer read'}`,
  ].join('; ');
}

function ms(duration: number, unit = ' ms'): string {
  return `${duration < 10 ? duration.toFixed(1) : Math.round(duration)}${unit}`;
}
