import assert from 'node:assert/strict';
import { existsSync, lstatSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import pg from 'pg';
import { findPostmasterPid } from '../../src/appliance/embedded-postgres/processes.ts';
import { photoViolations, violations } from '../../testing/invariants.ts';
import { type ServiceProcess, send, signIn, spawnService, stopService, waitUntilReady } from '../../testing/start-service.ts';
import { waitFor } from '../../testing/wait.ts';

// `npm run demo` as a newcomer meets it.

const parent = mkdtempSync(join(tmpdir(), 'callout-demo-'));
const folder = join(parent, 'demo');
const germanFolder = join(parent, 'demo-de');
const databaseOf = (demoFolder: string): string => join(demoFolder, 'postgres');
const clusterOf = (demoFolder = folder): string => {
  const database = databaseOf(demoFolder);
  return lstatSync(database).isSymbolicLink() ? readlinkSync(database) : database;
};
// What a real service would be told must not reach the demo.
const env = {
  DEMO_DATA: folder,
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/real',
  S3_BUCKET: 'real',
  ADMIN_EMAIL: 'real@example.com',
  WEBHOOK_ALLOWED_HOSTS: 'localhost:8080',
};
const spawnDemo = (more = {}): Promise<ServiceProcess> => spawnService({ env: { ...env, ...more }, command: 'demo' });

after(() => {
  for (const demoFolder of [folder, germanFolder]) {
    const holder = existsSync(databaseOf(demoFolder)) ? findPostmasterPid(clusterOf(demoFolder)) : undefined;
    if (holder) process.kill(holder, 'SIGKILL');
  }
  rmSync(parent, { recursive: true, force: true });
});

async function demo(more = {}): Promise<ServiceProcess> {
  const running = await spawnDemo(more);
  await waitFor(() => /password of all/.test(running.output()), 180_000);
  await waitUntilReady(running);
  return running;
}

// First one that is cut off while it builds: the next start begins anew.
const cutOff = await spawnDemo();
await waitFor(() => existsSync(join(folder, 'photos')) && readdirSync(join(folder, 'photos')).length > 2, 60_000);
await stopService(cutOff, 'SIGKILL');
let service = await demo();
after(() => stopService(service));

const [, password = ''] = /password of all: +(\S+)/.exec(service.output()) ?? [];
const statuses = ['new', 'assigned', 'in_progress', 'done', 'rejected', 'closed'];
const roles = ['admin', 'client', 'worker'] as const;
type Get = (path: string) => Promise<Body>;
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Body = any;

/** Signs in once for each role, because logins are limited. */
async function signInAll({ url, output }: ServiceProcess): Promise<Record<(typeof roles)[number], Get>> {
  const logins: Record<string, Get> = {};
  for (const role of roles) {
    const email = new RegExp(`${role} +(\\S+@\\S+)`).exec(output())?.[1] ?? '';
    const token = await signIn(url, email, password);
    logins[role] = async (path) => {
      const { status, body } = await send(`${url}${path}`, 'GET', token);
      assert.equal(status, 200, path);
      return body;
    };
  }
  return logins as Record<(typeof roles)[number], Get>;
}
let as = await signInAll(service);
/** All that a page of a list holds. */
const all = async (get: Get, path: string): Promise<Body[]> =>
  (await get(`${path}${path.includes('?') ? '&' : '?'}limit=100`)).items;

it('notifications of the browser can be tried, and webhooks may call the hosts of WEBHOOK_ALLOWED_HOSTS', async () => {
  await as.worker('/ext/push/key');
  const token = await signIn(service.url, (await as.client('/auth/me')).email, password);
  for (const [url, status] of [
    ['http://localhost:8080/callout', 201],
    ['http://localhost:8081/callout', 400],
  ] as const) {
    const created = await send(`${service.url}/ext/webhooks`, 'POST', token, { url, events: ['ticket_done'] });
    assert.equal(created.status, status, url);
  }
});

/** Words that many texts of a language have, and no text of the other one. */
const words = {
  en: /\b(the|not|and|is|of|lift|window|door|tap|light|heating|radiator)\b/i,
  de: /\b(der|die|das|nicht|und|ist|im|aufzug|fenster|tür|wasserhahn|licht|heizung|heizkörper)\b|[äöüß]/i,
};
type DemoLanguage = keyof typeof words;

function assertLanguage(texts: string[], language: DemoLanguage, atLeast: number): void {
  assert(texts.filter((text) => words[language].test(text)).length > atLeast, texts.join('\n'));
  const other = words[language === 'en' ? 'de' : 'en'];
  assert.deepEqual(
    texts.filter((text) => other.test(text)),
    [],
  );
}

/** Everything that people wrote and that a login sees: reasons of the journal, too. */
async function textsOf(get: Get, role: string): Promise<string[]> {
  const texts: string[] = [];
  for (const { id, description, floor } of await all(get, '/tickets')) {
    texts.push(description, floor);
    for (const { reason } of await all(get, `/tickets/${id}/events`)) texts.push(reason ?? '');
  }
  if (role === 'worker') return texts;
  for (const { name, id } of await all(get, '/projects')) {
    texts.push(name);
    for (const object of await all(get, `/projects/${id}/objects`)) texts.push(object.name, object.address);
  }
  for (const { description } of await all(get, '/recurring')) texts.push(description);
  return texts;
}

/** Asserts that an inbox looks as if it had grown in the last days, and can be opened. */
async function assertInbox(get: Get, language: DemoLanguage): Promise<void> {
  const { items, total, unread } = await get('/ext/notifications?limit=100');
  assert(total >= 10 && total <= 30, `${total} notifications`);
  assert(unread >= 3 && unread <= total / 2, `${unread} of ${total} are unread`);
  const of = (name: string): Body[] => items.map((item: Record<string, Body>) => item[name]);
  assert.deepEqual(of('created_at'), of('created_at').sort().reverse(), 'the newest first');
  assert(new Set(of('event')).size >= 3, 'several events');
  assertLanguage(
    of('params').map(({ title = '', reason = '' }) => `${title} ${reason}`),
    language,
    5,
  );
  const deliveries = await all(get, '/ext/notifications/deliveries');
  assert(
    deliveries.every(({ sends }) => sends.length === 0),
    'nobody has a channel turned on',
  );
}

/** Asserts that each role sees tickets in every status, an inbox, and texts in one language. */
async function assertDemo(logins: typeof as, language: DemoLanguage): Promise<void> {
  for (const role of roles) {
    const get = logins[role];
    assert.equal((await get('/auth/me')).role, role);
    assert.equal((await get('/ext/me')).language, language, 'for mails and messages');
    for (const status of statuses) assert((await all(get, `/tickets?status=${status}`)).length > 0, `${role} ${status}`);
    assertLanguage(await textsOf(get, role), language, 20);
    if (role !== 'admin') await assertInbox(get, language);
  }
}

it('npm run demo prints a login for each role, which sees tickets in every status and texts in English', async () => {
  await assertDemo(as, 'en');
});

it('DEMO_LANGUAGE=de creates the demo in German, in a folder of its own', async () => {
  const german = await demo({ DEMO_DATA: germanFolder, DEMO_LANGUAGE: 'de' });
  try {
    await assertDemo(await signInAll(german), 'de');
  } finally {
    assert.equal(await stopService(german), 0, german.output());
  }
});

it('npm run demo refuses another language, a folder of another language, and one that it did not create', async () => {
  const other = mkdtempSync(join(parent, 'real-'));
  writeFileSync(join(other, 'something'), '');
  for (const [settings, line] of [
    [{ DEMO_LANGUAGE: 'fr' }, /^callout: DEMO_LANGUAGE is fr: set it to en or de\n$/],
    [{ DEMO_DATA: germanFolder }, /holds the demo in another language/],
    [{ DEMO_DATA: other }, /^callout: [^\n]*holds data that is not the demo's[^\n]*\n$/],
  ] as const) {
    const refused = await spawnDemo(settings);
    assert.equal(await refused.ended, 1);
    assert.match(refused.output(), line);
  }
  assert.deepEqual(readdirSync(other), ['something']);
});

it('the demo asks nobody who signs in with a printed login for another password or a code', async () => {
  for (const role of roles) {
    const { must_change_password, mfa } = await as[role]('/ext/me');
    assert.deepEqual({ must_change_password, mfa }, { must_change_password: false, mfa: { totp: false } }, role);
  }
});

it('the demo data satisfies all invariants between journal, counters and files', async () => {
  const db = new pg.Client({ host: clusterOf(), user: 'callout', database: 'callout' });
  await db.connect();
  assert.deepEqual([...(await violations(db)), ...(await photoViolations(db, folder))], []);
  const { rows } = await db.query(
    "select count(*)::int as night from ticket_events where extract(hour from created_at at time zone 'utc') between 0 and 3",
  );
  assert.equal(rows[0].night, 0, 'nobody works at night');
  await db.end();
});

it('npm run demo creates the same data when it starts again', async () => {
  const before = await all(as.admin, '/tickets?sort=id');
  assert.equal(await stopService(service), 0, service.output());
  service = await demo();
  as = await signInAll(service);
  assert.doesNotMatch(service.output(), /creating the demo data/);
  assert.deepEqual(await all(as.admin, '/tickets?sort=id'), before);
});
