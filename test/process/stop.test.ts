import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { noKeepAliveAgent, send } from '../../testing/http-client.ts';
import { startService } from '../../testing/start-service.ts';
import { cloneDatabase } from '../../testing/test-database.ts';
import { waitFor } from '../../testing/wait.ts';

// A balancer sends nothing twice that has been sent: whoever is connected when the stop comes is heard.

/** Connections are accepted in their order: once a later one has its answer, all before it are. */
const waitForAccept = (url: string) => send(url, { method: 'GET', path: '/ping' }, noKeepAliveAgent);

it('a shutdown answers a request that is still arriving', { timeout: 60_000 }, async () => {
  const database = await cloneDatabase();
  const service = await startService({ env: { DATABASE_URL: database.url } });
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1').on('error', () => {});
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk));
  const closed = once(socket, 'close');
  await waitForAccept(service.url);
  service.child.kill('SIGTERM');
  await waitFor(() => service.output().includes('"stopping"'));
  socket.write('GET /ping HTTP/1.1\r\nhost: x\r\n\r\n');
  await closed;
  assert.equal(await service.ended, 0);
  await database.drop();
  assert.match(answer, /^HTTP\/1.1 200 /);
});

it('GET /health and /health/ready return 503 during a shutdown, GET /health/live and /ping 200', {
  timeout: 60_000,
}, async () => {
  const database = await cloneDatabase();
  const service = await startService({ env: { DATABASE_URL: database.url } });
  const ask = async (path: string) => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1').on('error', () => {});
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk));
    const closed = once(socket, 'close');
    await once(socket, 'connect');
    return { send: () => socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`), closed, answer: () => answer };
  };
  const asked = await Promise.all(['/health', '/health/ready', '/health/live', '/ping'].map(ask));
  await waitForAccept(service.url);
  service.child.kill('SIGTERM');
  await waitFor(() => service.output().includes('"stopping"'));
  for (const { send } of asked) send();
  await Promise.all(asked.map(({ closed }) => closed));
  assert.equal(await service.ended, 0);
  await database.drop();
  const answers = asked.map(({ answer }) => answer());
  for (const answer of answers.slice(0, 2)) assert.match(answer, /^HTTP\/1.1 503 .*{"error":"not ready: stopping"}$/s);
  for (const answer of answers.slice(2)) assert.match(answer, /^HTTP\/1.1 200 .*connection: close/is);
});

it('a shutdown answers requests that the operating system accepted while the service was busy', { timeout: 60_000 }, async () => {
  const database = await cloneDatabase();
  const service = await startService({ env: { DATABASE_URL: database.url } });
  service.child.kill('SIGSTOP'); // busy: it takes no connection now
  const requests = Array.from({ length: 30 }, () => send(service.url, { method: 'GET', path: '/ping' }, noKeepAliveAgent));
  const outcomes = Promise.allSettled(requests);
  await sleep(200);
  service.child.kill('SIGTERM');
  service.child.kill('SIGCONT');
  const lost = (await outcomes).filter(({ status }) => status === 'rejected');
  assert.equal(await service.ended, 0);
  await database.drop();
  assert.equal(lost.length, 0);
});
