import { it } from 'node:test';
import { runNotify } from '../../chaos/notify.ts';
import { assertPassed, shortRun } from './short-run.ts';

it('each notification that is due arrives over its channels while instances are killed, and no other does', {
  timeout: 240_000,
}, async () => {
  const sizes = { clients: 6, workers: 18, events: 150, openTickets: 50, maxBacklog: 20, turningPointMs: 8_000 };
  assertPassed(await runNotify({ ...shortRun(2), ...sizes }));
});
