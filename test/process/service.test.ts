import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createProjectFixture, photoForm, serviceSettings, signInAdmin } from '../../testing/api-fixtures.ts';
import { freePort } from '../../testing/free-port.ts';
import { noKeepAliveAgent, send, sendOk } from '../../testing/http-client.ts';
import { photo } from '../../testing/photo-files.ts';
import { spawnService, startService, stopService } from '../../testing/start-service.ts';
import { cloneDatabase } from '../../testing/test-database.ts';
import { waitFor } from '../../testing/wait.ts';

const database = await cloneDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'callout-service-'));
const env = { ...serviceSettings, LOG_LEVEL: 'info', DATABASE_URL: database.url, DATA_DIR: dataDir };
after(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

it('callout serve reports an unavailable photo storage at the start and serves requests', async () => {
  const endpoint = `http://127.0.0.1:${await freePort()}`;
  const bucket = { S3_BUCKET: 'photos', S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'y' };
  const service = await startService({ env: { DATABASE_URL: database.url, ...bucket } });
  assert.match(service.output(), /the photo storage cannot be reached/);
  assert.equal(await stopService(service), 0);
});

it('callout serve reports a port that is in use before a job has run, and a HOST that is no address of the machine', async () => {
  const first = await startService({ env });
  const second = await spawnService({ env: { ...env, PORT: new URL(first.url).port } });
  assert.equal(await second.ended, 1);
  assert.match(second.output(), /^callout: listen EADDRINUSE/m);
  assert.doesNotMatch(second.output(), /rules were evaluated|were removed/);
  assert.equal(await stopService(first), 0);
  for (const HOST of ['203.0.113.9', 'nowhere.invalid']) {
    const failed = await spawnService({ env: { ...env, HOST } });
    assert.equal(await failed.ended, 1);
    assert.match(failed.output(), /^callout: HOST: /m);
  }
});

it('callout sweep deletes announced files whose time is over and old remains of uploads', async () => {
  const [announced, later] = ['ab'.repeat(16), 'cd'.repeat(16)];
  const files = [announced, later].map((key) => join(dataDir, 'photos', key.slice(0, 2), key));
  const remains = join(dataDir, 'uploads', 'unfinished');
  for (const file of [...files, remains]) {
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, '');
    utimesSync(file, new Date(0), new Date(0));
  }
  const db = new pg.Client(database.url);
  await db.connect();
  const announce =
    "insert into pending_file_deletions (storage_key, delete_after) values ($1, '-infinity'), ($2, now() + '1 day')";
  await db.query(announce, [announced, later]);
  await db.end();
  const sweep = await spawnService({ env, command: 'sweep' });
  assert.equal(await sweep.ended, 0, sweep.output());
  assert.deepEqual([...files, remains].map(existsSync), [false, true, false]);
});

// A balancer sends nothing twice that has been sent: whoever is connected when the stop comes is heard.

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

const root = join(import.meta.dirname, '..', '..');

/** @returns the parts of Node that were loaded by `callout --help`, which loads every command */
function loadedParts(): string {
  const load = "await import('./bin/callout.js');";
  const print = 'console.error(process.moduleLoadList.filter((name) => name.includes("/deps/")).join(" "));';
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', load + print], {
    cwd: root,
    env: {},
    encoding: 'utf8',
  });
  assert.equal(status, 0);
  return stderr;
}

it('npm run serve loads neither a TypeScript transpiler nor a WebSocket client', () => {
  loadedParts();
  const parts = loadedParts();
  assert.match(parts, /\/deps\//);
  assert.doesNotMatch(parts, /amaro/);
});
