import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { promisify } from 'node:util';
import { collectEvents } from '../../src/outbound/webhooks/collect-events.ts';
import { claimWebhook, releaseLease } from '../../src/outbound/webhooks/leases.ts';
import { WebhookClient } from '../../src/outbound/webhooks/post-message.ts';
import { sendPending } from '../../src/outbound/webhooks/send-pending.ts';
import { days } from '../../src/platform/lib/duration.ts';
import { Fixtures } from '../../testing/fixtures.ts';
import { freePort } from '../../testing/free-port.ts';
import { openSession } from '../../testing/open-session.ts';
import { photo } from '../../testing/photo-files.ts';
import { waitFor } from '../../testing/wait.ts';

// The programs of docs/integrations.md, as they are printed there, against the service.

const port = await freePort();
const fixtures = await Fixtures.create({
  DATA_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  WEBHOOK_ALLOWED_HOSTS: `localhost:${port}`,
});
const { anna, wanda, tower, lobby } = fixtures;
const URL = await fixtures.app.listen({ host: '127.0.0.1', port: 0 });
await openSession(fixtures, anna);
const TOKEN: string = (await fixtures.call(anna, 'POST', '/ext/tokens', { name: 'programs', scope: 'write' })).body.token;

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'callout-programs-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const options = { cwd: folder, env: { PATH: process.env['PATH'], URL, TOKEN } };
const bash = (...args: string[]) => run('bash', args, options);

/** Writes the program of a page that contains a text. */
function writeProgram(page: string, text: string, file: string, replaced: [string, string] = ['', '']): void {
  const blocks = [...readFileSync(join(root, 'docs', page), 'utf8').matchAll(/```\w+\n(.*?)```/gs)].map(([, code = '']) => code);
  const [program, ...others] = blocks.filter((code) => code.includes(text));
  assert(program && others.length === 0, `${page}: ${text}`);
  writeFileSync(join(folder, file), program.replace(...replaced));
}

/** @returns why a test is skipped, or false when all of these programs are there */
function missing(...programs: string[]): string | false {
  const absent = programs.filter((name) => spawnSync(name, ['--version']).error);
  return absent.length > 0 && `${absent.join(', ')} is not installed`;
}

it('mirror.mjs copies all tickets, then what has changed', async () => {
  const installed = join(folder, 'node_modules/@callout/client');
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(installed, 'package.json'), JSON.stringify({ type: 'module', exports: './index.js' }));
  const source = join(root, 'clients/typescript/src/index.ts');
  writeFileSync(join(installed, 'index.js'), `export * from ${JSON.stringify(source)};`);
  writeProgram('integrations.md', '// mirror.mjs', 'mirror.mjs');
  const mirror = async () => {
    const { stdout } = await run(process.execPath, ['mirror.mjs'], options);
    return [stdout, JSON.parse(readFileSync(join(folder, 'tickets.json'), 'utf8')).tickets] as const;
  };
  const id = await fixtures.createTicket();
  assert.equal((await mirror())[0], '1 tickets\n');
  await fixtures.call(anna, 'PATCH', `/ext/tickets/${id}`, { description: 'The lamp flickers' });
  const other = await fixtures.createTicket();
  const [printed, tickets] = await mirror();
  assert.equal(printed, '2 tickets\n');
  assert.deepEqual([tickets[id].description, tickets[other].description], ['The lamp flickers', 'The lamp is dark']);
});

it('order.sh creates one ticket with its photo for an order, also after it was interrupted, and prints what is refused', {
  skip: missing('bash', 'curl', 'jq'),
}, async () => {
  writeProgram('integrations.md', '# order.sh', 'order.sh');
  writeFileSync(join(folder, 'tap.jpg'), photo('jpeg'));
  await fixtures.call(anna, 'PATCH', `/ext/objects/${lobby}`, { reference: 'B 1' });
  const order = async () => Number((await bash('order.sh', 'W-1', 'B 1', 'plumbing', 'The tap drips', 'tap.jpg')).stdout);
  const id = await order();
  assert.equal(await order(), id);
  await fixtures.call(anna, 'PATCH', `/ext/tickets/${id}`, { reference: '' });
  assert.equal(await order(), id);
  const { reference, attachments } = (await fixtures.call(anna, 'GET', `/ext/tickets/${id}`)).body;
  assert.deepEqual([reference, attachments], ['W-1', 1]);
  await assert.rejects(bash('order.sh', 'W-2', 'B 2', 'plumbing', 'The tap drips'), /no building has the reference B 2/);
  await assert.rejects(bash('order.sh', 'W-3', 'B 1', 'roof', 'It leaks'), /\{"error":"category must be /);
});

it('receiver.py comments on a new ticket once, and answers 400 to what is signed with another secret', {
  skip: missing('python3'),
}, async (test) => {
  writeProgram('integrations.md', '# receiver.py', 'receiver.py', ['8080', String(port)]);
  writeProgram('webhooks.md', 'def is_genuine', 'verify.py');
  const { body } = await fixtures.call(anna, 'POST', '/ext/webhooks', {
    url: `http://localhost:${port}/`,
    events: ['ticket_created'],
  });
  const receiver = spawn('python3', ['receiver.py'], { ...options, env: { ...options.env, SECRET: body.secret } });
  test.after(() => receiver.kill());
  await waitFor(() => canConnect(port));
  fixtures.now = new Date(); // receivers refuse messages of another time
  const id = await fixtures.createTicket({ category: 'plumbing' });
  const path = `/ext/webhooks/${body.id}`;
  const deliver = async () => {
    await sendWebhooks();
    return (await fixtures.call(anna, 'GET', `${path}/deliveries`)).body.items[0];
  };
  const { id: first, status } = await deliver();
  assert.equal(status, 204);
  await fixtures.call(anna, 'POST', `${path}/deliveries/${first}/redeliver`);
  const { attempts, state } = await deliver();
  assert.deepEqual([attempts, state], [2, 'delivered']);
  assert.equal((await fixtures.call(anna, 'GET', `/ext/tickets/${id}/comments`)).body.total, 1);
  // With the second rotation the secret of the receiver ends.
  for (let times = 0; times < 2; times++) await fixtures.call(anna, 'POST', `${path}/rotate-secret`);
  await fixtures.call(anna, 'POST', `${path}/test`);
  assert.equal((await deliver()).status, 400);
});

it('weekly.sh writes the numbers of the last week, those of each building, and the closed tickets', {
  skip: missing('bash', 'curl', 'jq'),
}, async () => {
  writeProgram('integrations.md', '# weekly.sh', 'weekly.sh');
  const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  const today = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'Europe/Berlin' }).format();
  fixtures.now = new Date(Date.now() - days(weekdays.indexOf(today) + 5)); // Wednesday of the last week
  const hall = (await fixtures.call(anna, 'POST', `/projects/${tower}/objects`, { name: 'Hall', address: 'Hill 12' })).body.id;
  await fixtures.createTicket({}, anna, hall);
  const done = await fixtures.createTicket({}, anna, hall);
  await fixtures.call(anna, 'PUT', `/ext/projects/${tower}/costs`, { currency: 'EUR', approval_limit: null });
  for (const step of ['take', 'start', 'done']) await fixtures.call(wanda, 'PATCH', `/tickets/${done}/${step}`);
  const line = { kind: 'material', text: 'Lamp', quantity: '1', unit_price: 1250 };
  assert.equal((await fixtures.call(wanda, 'POST', `/ext/tickets/${done}/costs`, line)).status, 201);
  await fixtures.call(anna, 'PATCH', `/tickets/${done}/confirm`);
  const { stdout } = await bash('weekly.sh');
  assert.equal(stdout, 'created 2, closed 1, reworked 0\n');
  const rows = readFileSync(join(folder, 'buildings.csv'), 'utf8').split('\n');
  assert.deepEqual(rows.slice(0, 2), [
    '"id","building","created","done","late","cost","minutes_to_assignment"',
    `${hall},"Hall",2,1,0,"12.5 EUR",0`,
  ]);
  assert.match(readFileSync(join(folder, 'closed.csv'), 'utf8'), new RegExp(`\\n${done},Closed,`));
});

const canConnect = (to: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(to, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Does what the worker of an instance does until nothing is due. */
async function sendWebhooks(): Promise<void> {
  const client = new WebhookClient({ allowedHosts: fixtures.deps.config.webhookAllowedHosts });
  while (await collectEvents(fixtures.deps));
  for (let lease = await claimWebhook(fixtures.deps, true); lease; lease = await claimWebhook(fixtures.deps, true)) {
    await sendPending(fixtures.deps, client, lease);
    await releaseLease(fixtures.deps, lease);
  }
}
