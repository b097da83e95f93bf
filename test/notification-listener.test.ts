import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { NotificationListener, notify } from '../src/platform/database/listen.ts';
import { FaultProxy } from '../testing/fault-proxy.ts';
import { Fixtures } from '../testing/fixtures.ts';
import { waitFor } from '../testing/wait.ts';

const fixtures = await Fixtures.create();
const log = pino({ level: 'silent' });

async function assertCloses(notifications: NotificationListener): Promise<void> {
  const closed = notifications.close().then(() => true);
  assert(await Promise.race([closed, sleep(10_000, false, { ref: false })]), 'it does not close');
}

it('NotificationListener closes while it waits for the response to its startup message', { timeout: 30_000 }, async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => {}).resume())).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const notifications = new NotificationListener({ connectionString: `postgres://callout@127.0.0.1:${port}/callout` }, log);
  try {
    notifications.on('bots', () => {});
    await waitFor(() => sockets.length === 1);
    await assertCloses(notifications);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

it('NotificationListener closes while the database does not respond', { timeout: 30_000 }, async () => {
  const proxy = await FaultProxy.start(fixtures.url);
  const notifications = new NotificationListener({ connectionString: proxy.url }, log);
  try {
    let heard = 0;
    notifications.on('bots', () => heard++);
    await waitFor(() => heard === 1);
    proxy.stall();
    await assertCloses(notifications);
  } finally {
    proxy.close();
  }
});

it('NotificationListener reconnects after a lost connection and receives later notifications', { timeout: 30_000 }, async () => {
  const proxy = await FaultProxy.start(fixtures.url);
  const notifications = new NotificationListener({ connectionString: proxy.url }, log);
  try {
    let heard = 0;
    notifications.on('bots', () => heard++);
    await waitFor(() => heard === 1);
    proxy.disconnect();
    proxy.restore();
    await waitFor(() => heard === 2);
    await fixtures.db.transaction((tx) => notify(tx, 'bots'));
    await waitFor(() => heard === 3);
    await assertCloses(notifications);
  } finally {
    proxy.close();
  }
});
