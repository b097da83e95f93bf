import { it } from 'node:test';
import { runWebhooks } from '../../chaos/webhooks.ts';
import { assertPassed, shortRun } from './short-run.ts';

it('each event arrives at the webhooks of its owners, in order, while instances are killed and the receiver fails', {
  timeout: 240_000,
}, async () => {
  assertPassed(await runWebhooks({ ...shortRun(1), events: 240, clients: 2, faults: 2 }));
});
