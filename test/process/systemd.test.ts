import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, it } from 'node:test';
import { startService, stopService } from '../../testing/start-service.ts';
import { cloneDatabase } from '../../testing/test-database.ts';
import { waitFor } from '../../testing/wait.ts';

// A unit of Type=notify. A script stands for systemd-notify: Node has no datagram sockets of Unix to receive what it sends.

const folder = mkdtempSync(join(tmpdir(), 'callout-systemd-'));
const database = await cloneDatabase();
after(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const sentTo = join(folder, 'sent');
writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >>${sentTo}\n`);
chmodSync(join(folder, 'systemd-notify'), 0o755);

const socket = '/run/systemd/notify';
const sent = (): string[] => (existsSync(sentTo) ? readFileSync(sentTo, 'utf8').trim().split('\n') : []);
const environment = (more: Record<string, string> = {}) => ({
  DATABASE_URL: database.url,
  PATH: `${folder}${delimiter}${process.env['PATH']}`,
  ...more,
});

it('the service tells systemd that it is ready, then that it runs, and that it stops', async () => {
  const service = await startService({ env: environment({ NOTIFY_SOCKET: socket, WATCHDOG_USEC: '300000' }) });
  await waitFor(() => sent().filter((line) => line === `${socket} WATCHDOG=1`).length >= 2);
  const ready = new RegExp(`^${socket} READY=1 STATUS=Callout \\S+ is listening at port \\d+$`);
  assert(
    sent().some((line) => ready.test(line)),
    sent().join('\n'),
  );
  await stopService(service);
  await waitFor(() => sent().includes(`${socket} STOPPING=1`));
});

it('the service sends nothing without systemd, and reports to no watchdog of another process', async () => {
  rmSync(sentTo, { force: true });
  const alone = await startService({ env: environment({ WATCHDOG_USEC: '3000' }) });
  await stopService(alone);
  assert.deepEqual(sent(), []);
  const child = await startService({ env: environment({ NOTIFY_SOCKET: socket, WATCHDOG_USEC: '3000', WATCHDOG_PID: '1' }) });
  await waitFor(() => sent().length > 0);
  await stopService(child);
  assert.deepEqual(
    sent().filter((line) => line.includes('WATCHDOG')),
    [],
  );
});

it('the log says when systemd cannot be notified, and the service runs', async () => {
  const service = await startService({ env: environment({ NOTIFY_SOCKET: socket, PATH: join(folder, 'nothing-here') }) });
  await waitFor(() => service.output().includes('systemd cannot be notified'));
  assert.equal(await stopService(service), 0);
});
