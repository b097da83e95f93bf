import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { Worker } from 'node:worker_threads';
import Fastify from 'fastify';
import { closeGracefully, registerGracefulShutdown } from '../src/platform/http/graceful-shutdown.ts';

/** Sends one request on a connection of its own when it is told to, and returns how it ended. */
const clientScript = `
  const { parentPort, workerData } = require('node:worker_threads');
  const net = require('node:net');
  const { port, signal } = workerData;
  const state = new Int32Array(signal);
  parentPort.postMessage('ready');
  Atomics.wait(state, 0, 0);
  const socket = net.connect(port, '127.0.0.1', () => {
    socket.write('PATCH /tickets HTTP/1.1\\r\\nhost: a\\r\\ncontent-length: 0\\r\\n\\r\\n', () => Atomics.store(state, 0, 2));
  });
  let answer = '';
  socket.on('data', (chunk) => { answer += chunk; });
  socket.on('error', (error) => { answer += error.code; });
  socket.on('close', () => parentPort.postMessage(answer.split('\\r\\n')[0]));
`;

it('a request that arrives during the last busy turn before the listener is closed is answered', async () => {
  const app = Fastify();
  registerGracefulShutdown(app);
  app.patch('/tickets', async () => ({ ok: true }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const state = new Int32Array(new SharedArrayBuffer(4));
  const client = new Worker(clientScript, { eval: true, workerData: { port, signal: state.buffer } });
  const messages: string[] = [];
  client.on('message', (message) => messages.push(message));
  while (messages.length === 0) await new Promise(setImmediate);
  const ended = new Promise((resolve) => client.once('exit', resolve));

  /** The event loop of the service is busy until the client has sent its request. */
  function beBusy(): void {
    Atomics.store(state, 0, 1);
    Atomics.notify(state, 0);
    while (Atomics.load(state, 0) !== 2);
  }
  // The second turn is the first one in which the listener could be closed.
  setImmediate(() => setImmediate(beBusy));
  await closeGracefully(app, 5_000);
  await ended;
  assert.deepEqual(messages, ['ready', 'HTTP/1.1 200 OK']);
});
