import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createProjectFixture, photoForm, serviceSettings, signInAdmin } from '../../testing/api-fixtures.ts';
import { noKeepAliveAgent, send, sendOk } from '../../testing/http-client.ts';
import { photo } from '../../testing/photo-files.ts';
import { startService } from '../../testing/start-service.ts';
import { cloneDatabase } from '../../testing/test-database.ts';
import { waitFor } from '../../testing/wait.ts';

// A balancer sends nothing twice that has been sent: whoever is connected when the stop comes is heard.

const database = await cloneDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'callout-stop-'));
const env = { ...serviceSettings, LOG_LEVEL: 'info', DATABASE_URL: database.url, DATA_DIR: dataDir };
after(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Connections are accepted in their order: once a later one has its answer, all before it are. */
const waitForAccept = (url: string) => send(url, { method: 'GET', path: '/ping' }, noKeepAliveAgent);

it('a shutdown answers requests that are still arriving, says that it is not ready, and removes unfinished uploads', {
  timeout: 60_000,
}, async () => {
  const service = await startService({ env });
  const { url } = service;
  const open = (): Socket => connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
  const root = await signInAdmin(url);
  const { client, objects, workers } = await createProjectFixture(url, root, 1);
  const body = { object_id: objects[0], category: 'other', description: 'The door is stuck' };
  const { id } = (await sendOk(url, { method: 'POST', path: '/tickets', token: client.token, body })).body;
  const token = workers[0]?.token ?? '';
  for (const op of ['take', 'start']) await sendOk(url, { method: 'PATCH', path: `/tickets/${id}/${op}`, token });

  const form = photoForm(photo('jpeg', 5_000_000));
  const head = [`POST /tickets/${id}/photos HTTP/1.1`, 'host: x', `authorization: Bearer ${token}`];
  const more = [`content-type: ${form.headers['content-type']}`, `content-length: ${form.body.length}`, '', ''];
  const uploads = Array.from({ length: 6 }, () => {
    const socket = open();
    socket.write([...head, ...more].join('\r\n'));
    socket.write(form.body.subarray(0, 1_000_000)); // and no more
    return socket;
  });
  const spool = join(dataDir, 'uploads');
  await waitFor(() => existsSync(spool) && readdirSync(spool).length >= 6);
  const asked = ['/health', '/health/ready', '/health/live', '/ping'].map((path) => {
    const socket = open();
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk));
    return { path, socket, closed: once(socket, 'close'), answer: () => answer };
  });
  await Promise.all(asked.map(({ socket }) => once(socket, 'connect')));
  await waitForAccept(url);

  service.child.kill('SIGTERM');
  await waitFor(() => service.output().includes('"stopping"'));
  for (const { path, socket } of asked) socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
  await Promise.all(asked.map(({ closed }) => closed));
  assert.equal(await service.ended, 0, service.output());
  const answers = asked.map(({ answer }) => answer());
  for (const answer of answers.slice(0, 2)) assert.match(answer, /^HTTP\/1.1 503 .*{"error":"not ready: stopping"}$/s);
  for (const answer of answers.slice(2)) assert.match(answer, /^HTTP\/1.1 200 .*connection: close/is);
  assert.deepEqual(readdirSync(spool), []);
  for (const socket of uploads) socket.destroy();
});

it('a shutdown answers requests that the operating system accepted while the service was busy', { timeout: 60_000 }, async () => {
  const service = await startService({ env });
  service.child.kill('SIGSTOP'); // busy: it takes no connection now
  const requests = Array.from({ length: 30 }, () => send(service.url, { method: 'GET', path: '/ping' }, noKeepAliveAgent));
  const outcomes = Promise.allSettled(requests);
  await sleep(200); // the connections reach the queue of the operating system; a later one would be refused
  service.child.kill('SIGTERM');
  service.child.kill('SIGCONT');
  const lost = (await outcomes).filter(({ status }) => status === 'rejected');
  assert.equal(await service.ended, 0);
  assert.equal(lost.length, 0);
});
