import { it } from 'node:test';
import { runFailover } from '../../chaos/failover.ts';
import { missingPatroni } from '../../testing/patroni/processes.ts';
import { assertPassed, shortRun } from './short-run.ts';

it('no acknowledged write is lost while Patroni switches over and loses its primary and its standbys', {
  skip: missingPatroni() ?? false,
  timeout: 240_000,
}, async () => {
  const events = { switchover: 1, kill: 1, freeze: 1, 'standby loss': 1, 'etcd loss': 1 };
  assertPassed(await runFailover({ ...shortRun(1), writesPerSecond: 60, events, hasTimeLimits: false }));
});
