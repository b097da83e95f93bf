import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freshEach, send as request, together } from '../../chaos/parts/http.ts';
import { cloneDatabase } from '../support/database.ts';
import { familyOf, isRunning } from '../support/processes.ts';
import { type Running, signIn, spawnService, startService, stopService } from '../support/service.ts';
import { waitFor } from '../support/wait.ts';

// WEB_CONCURRENCY: several processes that answer on one port.

const admin = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: 'first-admin-1' };
const database = await cloneDatabase();
after(() => database.drop());
const env = { DATABASE_URL: database.url, WEB_CONCURRENCY: '3', ...admin };

interface Line {
  msg: string;
  worker?: number;
  path?: string;
}
const linesOf = (service: Running): Line[] =>
  service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
const listening = (service: Running) => linesOf(service).filter(({ msg }) => msg.startsWith('Callout is listening')).length;

async function start(settings: Record<string, string>): Promise<Running> {
  const service = await startService({ env: settings });
  await waitFor(() => listening(service) === Number(settings['WEB_CONCURRENCY']), 30_000);
  return service;
}
const workersOf = ({ child }: Running): number[] => familyOf(child.pid ?? 0).slice(1);
const ask = (service: Running, path: string, n: number) =>
  together(n, () => request(service.url, { method: 'GET', path }, freshEach));

describe('three workers', async () => {
  const service = await start(env);
  after(() => stopService(service));

  it('answer by turns, and the log tells which', async () => {
    const answers = await ask(service, '/health', 90);
    assert(answers.every(({ status }) => status === 200));
    await ask(service, '/nope', 90);
    const who = () => new Set(linesOf(service).flatMap(({ path, worker }) => (path === '/nope' ? [worker] : [])));
    await waitFor(() => who().size === 3);
    assert.deepEqual([...who()].sort(), [1, 2, 3]);
  });

  it('do what comes round by itself once', async () => {
    const evaluated = linesOf(service).filter(({ msg }) => msg === 'rules were evaluated');
    assert.deepEqual(
      evaluated.map(({ worker }) => worker),
      [1],
    );
    await signIn(service.url, admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD);
  });

  it('are counted together in /metrics, whichever is asked', async () => {
    const refused = async (): Promise<number> => {
      const { body } = await request(service.url, { method: 'GET', path: '/metrics' }, freshEach);
      assert.match(body, /^callout_tickets\{status="new"\} 0$/m);
      return Number(/^callout_http_requests_total\{method="GET",route="\/auth\/me",status="401"\} (\d+)$/m.exec(body)?.[1] ?? 0);
    };
    await ask(service, '/auth/me', 60);
    for (let i = 0; i < 6; i++) assert.equal(await refused(), 60);
  });

  it('are replaced when they die, and the others go on', { timeout: 60_000 }, async () => {
    const before = workersOf(service);
    assert.equal(before.length, 3);
    process.kill(before[1] ?? 0, 'SIGKILL');
    await waitFor(() => linesOf(service).some(({ msg }) => msg === 'a worker ended and is replaced'));
    for (let i = 0; i < 20; i++) await ask(service, '/ping', 5); // nobody is refused meanwhile
    await waitFor(() => listening(service) === 4, 30_000);
    const replaced = workersOf(service);
    assert.deepEqual([replaced.length, replaced.filter((pid) => before.includes(pid)).length], [3, 2]);
    await waitFor(() => workersOf(service).length === 3);
  });

  it('hold a port that no other service takes', async () => {
    const { port } = new URL(service.url);
    for (const WEB_CONCURRENCY of ['1', '2']) {
      const second = await spawnService({ env: { ...env, JWT_SECRET: 'x'.repeat(32), WEB_CONCURRENCY, PORT: port } });
      assert.notEqual(await second.ended, 0);
      assert.match(second.output(), /callout: listen EADDRINUSE/);
    }
  });

  it('hear out who is connected when they stop, and all end', { timeout: 60_000 }, async () => {
    const family = workersOf(service);
    const answers = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
        let answer = '';
        socket.on('data', (chunk) => (answer += chunk));
        await once(socket, 'connect');
        return { socket, closed: once(socket, 'close'), answer: () => answer };
      }),
    );
    await sleep(100);
    service.child.kill('SIGTERM');
    await sleep(100);
    for (const { socket } of answers) socket.write('GET /ping HTTP/1.1\r\nhost: x\r\n\r\n');
    await Promise.all(answers.map(({ closed }) => closed));
    assert.equal(await service.ended, 0);
    for (const { answer } of answers) assert.match(answer(), /^HTTP\/1.1 200 /);
    assert.deepEqual(family.filter(isRunning), []);
  });
});

it('a worker whose primary was killed ends', { timeout: 60_000 }, async () => {
  const service = await start({ ...env, WEB_CONCURRENCY: '2' });
  const workers = workersOf(service);
  service.child.kill('SIGKILL');
  await service.ended; // its output ends with the last of them, a moment before that one is gone itself
  await waitFor(() => !workers.some(isRunning));
});

it('an address that is not the machine`s ends the start with one line', { timeout: 60_000 }, async () => {
  const service = await spawnService({ env: { ...env, JWT_SECRET: 'x'.repeat(32), HOST: '192.0.2.1' } });
  assert.equal(await service.ended, 1);
  assert.match(service.output(), /callout: listen EADDRNOTAVAIL/);
});

it('workers share the embedded server, which the primary runs', { timeout: 120_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'callout-workers-'));
  chmodSync(dataDir, 0o711);
  const service = await start({ DATA_DIR: dataDir, WEB_CONCURRENCY: '2', ...admin });
  const token = await signIn(service.url, admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD);
  const answers = await together(20, () => request(service.url, { method: 'GET', path: '/db-ping', token }, freshEach));
  assert(answers.every(({ status }) => status === 200));
  const family = workersOf(service);
  assert.equal(family.length, 3, 'two workers and PostgreSQL');
  assert.equal(await stopService(service), 0, service.output());
  assert.deepEqual(family.filter(isRunning), []);
  rmSync(dataDir, { recursive: true, force: true });
});
