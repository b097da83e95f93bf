import { it } from 'node:test';
import { findPreviousVersion } from '../../chaos/upgrade/previous-version.ts';
import { runUpgrade } from '../../chaos/upgrade.ts';
import { assertPassed, shortRun } from './short-run.ts';

const previous = findPreviousVersion();

it('no request fails while three instances are replaced by those of another version, and back', {
  skip: previous ? false : 'the previous release is not in the history of the sources',
  timeout: 180_000,
}, async () => {
  assertPassed(
    await runUpgrade({ ...shortRun(1), previous: previous ?? '', tickets: 0, requestsPerSecond: 40, hasTimeLimits: false }),
  );
});
