import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Figures, failedGoals, missedDurations, type Run, tableOf } from '../../chaos/noisy-neighbours/measurements.ts';
import { neighbours } from '../../chaos/noisy-neighbours.ts';
import { shortRun } from './short-run.ts';

/** One of each kind of traffic. */
const chosen = ['events', 'bodies', 'pipelined', 'hang-ups', 'bot'];

it('short attacks of five kinds cause no refusal and no lost response for another tenant and do not end the process', {
  timeout: 200_000,
}, async () => {
  const figures = await neighbours({
    ...shortRun(1),
    chosen,
    instances: 1,
    attackSeconds: 1,
    quietSeconds: 0.5,
    maxMoreQuietRuns: 0,
    scale: 0.1,
    noticeTimeoutMs: 30_000,
  });
  assert.deepEqual(
    figures.map(({ attack }) => attack),
    chosen,
  );
  assert.deepEqual(figures.flatMap(failedGoals), []);
});

const quiet: Run = {
  reads: [10],
  writes: [20],
  logins: [50],
  files: [100],
  notifications: [500],
  failures: [],
  peakMiB: 200,
  gapMs: 20,
  turnMs: 15,
  ownGapMs: 20,
  slowestHealthMs: 5,
};
const attackers = { connections: 1, requests: 1, outcomes: {} };
const under = (during: Partial<Run>, more: Partial<Figures> = {}): Figures => ({
  ...{ attack: 'csv', instances: 1, server: 'PostgreSQL 18', sameProcesses: true, lastOutput: '', attackers },
  ...{ before: quiet, during: { ...quiet, ...during }, after: quiet, ...more },
});
const problemsOf = (figures: Figures): string[] => [...failedGoals(figures), ...missedDurations(figures)];

it('an attack passes that delays another tenant by less than the goals allow', () => {
  const figures = under({ reads: [30], writes: [100], notifications: [2_500], gapMs: 100, files: [5_000], logins: [1_000] });
  assert.deepEqual(problemsOf(figures), []);
  assert.match(tableOf([figures]), /\| pass +\|$/);
});

it('an event loop that waited for a core passes where instances and database are more processes than cores', () => {
  assert.deepEqual(problemsOf(under({ gapMs: 101 }, { instances: 1_000 })), []);
});

const missed: [Partial<Run>, Partial<Figures>, RegExp][] = [
  [{ reads: [31] }, {}, /reads took/],
  [{ writes: [101] }, {}, /writes took/],
  [{ logins: [2_001] }, {}, /good login took/],
  [{ files: [5_101] }, {}, /a file or a search took/],
  [{ notifications: [2_501] }, {}, /a notification took/],
  [{ notifications: [] }, {}, /no notification was caused/],
  [{ gapMs: 101, turnMs: 101 }, {}, /event loop stood still/],
  [{ turnMs: 101 }, { instances: 1_000 }, /event loop stood still/],
  [{ failures: ['503 to GET /tickets'] }, {}, /refused to the tenant/],
  [{ peakMiB: 1_300 }, {}, /took 1300 MiB/],
  [{}, { sameProcesses: false }, /process of the service ended/],
  [{}, { excess: 'too much was told' }, /too much was told/],
  [{}, { after: { ...quiet, reads: [100] } }, /reads stayed at/],
];
for (const [during, more, problem] of missed) {
  it(`an attack fails whose figures are ${JSON.stringify({ ...during, ...more })}`, () => {
    const figures = under(during, more);
    assert.match(problemsOf(figures).join('\n'), problem);
    assert.match(tableOf([figures]), /\| FAIL +\|$/);
  });
}
