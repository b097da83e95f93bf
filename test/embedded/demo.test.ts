import assert from 'node:assert/strict';
import { existsSync, lstatSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import pg from 'pg';
import { findPostmasterPid } from '../../src/appliance/embedded-postgres/processes.ts';
import { detectPhotoType } from '../../src/platform/storage/photo-type.ts';
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
const accessTokens = new Map<string, string>();
const emailOf = (role: string, { output }: ServiceProcess): string =>
  new RegExp(`${role} +(\\S+@\\S+)`).exec(output())?.[1] ?? '';
/** Signs in once for each role, because logins are limited. */
async function login(role: string): Promise<string> {
  const token = accessTokens.get(role) ?? (await signIn(service.url, emailOf(role, service), password));
  accessTokens.set(role, token);
  return token;
}
const get = async (path: string, token: string, { url } = service) => {
  const { status, body } = await send(`${url}${path}`, 'GET', token);
  assert.equal(status, 200, path);
  return body;
};

it('notifications of the browser can be tried', async () => {
  await get('/ext/push/key', await login('worker'));
});

it('webhooks of the demo may call the hosts of WEBHOOK_ALLOWED_HOSTS', async () => {
  const create = async (url: string) => {
    const body = { url, events: ['ticket_done'] };
    return (await send(`${service.url}/ext/webhooks`, 'POST', await login('client'), body)).status;
  };
  assert.equal(await create('http://localhost:8080/callout'), 201);
  assert.equal(await create('http://localhost:8081/callout'), 400);
});

const statuses = ['new', 'assigned', 'in_progress', 'done', 'rejected', 'closed'];
const roles = ['admin', 'client', 'worker'];
/** Words that many texts of a language have, and no text of the other one. */
const words = {
  en: /\b(the|not|and|is|of|lift|window|door|tap|light|heating|radiator)\b/i,
  de: /\b(der|die|das|nicht|und|ist|im|aufzug|fenster|tür|wasserhahn|licht|heizung|heizkörper)\b/i,
};

/** Everything that people wrote and that a login sees: reasons of the journal, too. */
async function textsOf(token: string, role: string, running: ServiceProcess): Promise<string[]> {
  const texts: string[] = [];
  for (const { id, description, floor } of (await get('/tickets?limit=100', token, running)).items) {
    texts.push(description, floor);
    for (const { reason } of (await get(`/tickets/${id}/events`, token, running)).items) texts.push(reason ?? '');
  }
  if (role === 'worker') return texts;
  for (const { name, id } of (await get('/projects?limit=100', token, running)).items) {
    texts.push(name);
    const { items: objects } = await get(`/projects/${id}/objects?limit=100`, token, running);
    for (const object of objects) texts.push(object.name, object.address);
  }
  for (const { description } of (await get('/recurring?limit=100', token, running)).items) texts.push(description);
  return texts;
}

it('npm run demo prints a login for each role, and each role has tickets in every status', async () => {
  for (const role of roles) {
    const token = await login(role);
    const me = await get('/auth/me', token);
    assert.equal(me.role, role);
    assert.equal((await get('/ext/me', token)).language, 'en');
    for (const status of statuses) {
      const { items } = await get(`/tickets?status=${status}&limit=100`, token);
      assert(items.length > 0, `${role} ${status}`);
    }
  }
});

it('each login of the demo sees texts in one language', async () => {
  for (const role of roles) {
    const texts = await textsOf(await login(role), role, service);
    assert(texts.filter((one) => words.en.test(one)).length > 20, role);
    assert.deepEqual(
      texts.filter((one) => words.de.test(one) || /[äöüß]/i.test(one)),
      [],
      role,
    );
  }
});

interface Notifications {
  items: { created_at: string; event: string; ticket_id: number | null; params: Record<string, string> }[];
  total: number;
  unread: number;
}

/** Asserts that an inbox looks as if it had grown in the last days, and can be opened. */
async function assertInbox(token: string, language: keyof typeof words, running: ServiceProcess): Promise<void> {
  const { items, total, unread }: Notifications = await get('/ext/notifications?limit=100', token, running);
  assert(total >= 10 && total <= 30, `${total} notifications`);
  assert(unread >= 3 && unread <= total / 2, `${unread} of ${total} are unread`);
  const times = items.map(({ created_at }) => created_at);
  assert.deepEqual(times, [...times].sort().reverse(), 'the newest first');
  assert(new Set(items.map(({ event }) => event)).size >= 3, 'several events');
  const tickets = new Set(items.flatMap(({ ticket_id }) => ticket_id ?? []));
  for (const id of tickets) {
    const { status } = await send(`${running.url}/tickets/${id}`, 'GET', token);
    assert([200, 403].includes(status), `ticket ${id}`);
  }
  const other = language === 'en' ? 'de' : 'en';
  const titles = items.map(({ params }) => `${params['title'] ?? ''} ${params['reason'] ?? ''}`);
  assert(titles.filter((text) => words[language].test(text)).length > 5, 'titles in the language of the demo');
  assert.deepEqual(
    titles.filter((text) => words[other].test(text)),
    [],
  );
}

it('the client and the worker of the demo have notifications of the last days, some of them unread', async () => {
  for (const role of ['client', 'worker']) await assertInbox(await login(role), 'en', service);
  const { items } = await get('/ext/notifications/deliveries?limit=100', await login('worker'));
  assert(
    items.every(({ sends }: { sends: unknown[] }) => sends.length === 0),
    'nobody has a channel turned on',
  );
});

it('DEMO_LANGUAGE=de creates the demo in German, in a folder of its own', async () => {
  const german = await demo({ DEMO_DATA: germanFolder, DEMO_LANGUAGE: 'de' });
  try {
    for (const role of roles) {
      const token = await signIn(german.url, emailOf(role, german), password);
      assert.equal((await get('/ext/me', token, german)).language, 'de', 'for mails and messages');
      for (const status of statuses) {
        assert((await get(`/tickets?status=${status}&limit=100`, token, german)).items.length > 0, `${role} ${status}`);
      }
      if (role !== 'admin') await assertInbox(token, 'de', german);
      const texts = await textsOf(token, role, german);
      assert(texts.filter((one) => words.de.test(one)).length > 20, role);
      assert.deepEqual(
        texts.filter((one) => words.en.test(one)),
        [],
        role,
      );
    }
  } finally {
    assert.equal(await stopService(german), 0, german.output());
  }
  const refused = await spawnDemo({ DEMO_DATA: germanFolder });
  assert.equal(await refused.ended, 1);
  assert.match(refused.output(), /holds the demo in another language/);
});

it('DEMO_LANGUAGE that the demo does not have is refused', async () => {
  const refused = await spawnDemo({ DEMO_LANGUAGE: 'fr' });
  assert.equal(await refused.ended, 1);
  assert.match(refused.output(), /^callout: DEMO_LANGUAGE is fr: set it to en or de\n$/);
});

interface TicketOfDemo {
  id: number;
  status: string;
  priority: string;
  created_at: string;
  done_at?: string;
}

it('the demo has tickets that need attention: unassigned, unconfirmed and rejected ones, and one of a disabled worker', async () => {
  const [client, admin] = [await login('client'), await login('admin')];
  const hoursSince = (time: string): number => (Date.now() - Date.parse(time)) / 3_600_000;
  const list = async (query: string, token = client): Promise<TicketOfDemo[]> =>
    (await get(`/tickets?limit=100&${query}`, token)).items;
  assert((await list('status=new')).some(({ priority, created_at }) => priority === 'high' && hoursSince(created_at) > 72));
  assert((await list('status=done')).some(({ done_at }) => done_at && hoursSince(done_at) > 96));
  const rejections = await Promise.all(
    (await list('status=rejected')).map(async ({ id }) => {
      const { items } = await get(`/tickets/${id}/events`, client);
      return items.filter(({ action }: { action: string }) => action === 'rejected').length;
    }),
  );
  assert.deepEqual(rejections.sort(), [1, 1, 2]);
  const { items: workers } = await get('/users?role=worker&limit=100&include_inactive=1', admin);
  const disabled = workers.find(({ is_active }: { is_active: boolean }) => !is_active);
  assert.equal((await list(`worker_id=${disabled.id}&status=assigned`, admin)).length, 1);
});

it('most tickets of the demo on which somebody worked have photos, repaired ones before and after', async () => {
  const client = await login('client');
  let [worked, photographed, repaired] = [0, 0, 0];
  for (const status of ['in_progress', 'done', 'rejected', 'closed']) {
    for (const { id, done_at } of (await get(`/tickets?status=${status}&limit=100`, client)).items) {
      if (status !== 'in_progress' && !done_at) continue; // canceled before work began
      const { items } = await get(`/tickets/${id}/photos`, client);
      worked++;
      if (items.length > 0) photographed++;
      if (items.length > 1) repaired++;
    }
  }
  assert(photographed > worked * 0.6, `${photographed} of ${worked}`);
  assert(repaired > worked * 0.4, `${repaired} of ${worked}`);
});

it('the demo has projects, users, recurring rules with runs, and invitations in every status', async () => {
  const admin = await login('admin');
  const { items: projects } = await get('/projects?limit=100', admin);
  assert(projects.length > 5 && projects.some(({ is_active }: { is_active: boolean }) => !is_active));
  const members = new Set<string>();
  for (const { id } of projects) {
    for (const { status } of (await get(`/projects/${id}/workers?limit=100`, admin)).items) members.add(status);
  }
  assert.deepEqual([...members].sort(), ['active', 'declined', 'invited']);
  assert.equal((await get('/invitations', await login('worker'))).total, 1);
  const { items: rules } = await get('/recurring?limit=100', admin);
  assert(rules.length > 4);
  for (const { id } of rules) assert((await get(`/recurring/${id}/runs`, admin)).total > 1, `rule ${id}`);
});

it('the demo has a session on another device, an API token, passwords that a client chose, and security events of them', async () => {
  const [admin, client] = [await login('admin'), await login('client')];
  const { items: sessions } = await get('/ext/sessions', client);
  assert.equal(sessions.length, 2);
  const other = sessions.find(({ current }: { current: boolean }) => !current);
  assert.match(other.user_agent, /Android/);
  assert.equal(other.ip, '203.0.113.24');
  const { items: tokens } = await get('/ext/tokens', client);
  assert.deepEqual(
    tokens.map(({ scope }: { scope: string }) => scope),
    ['read'],
  );
  const { items: workers } = await get('/users?role=worker&limit=100', client);
  const ids = workers.map(({ id }: { id: string }) => id).join();
  const { items: trust } = await get(`/ext/users?limit=100&ids=${ids}`, client);
  const chosenByClient = trust.filter((one: { must_change_password: boolean }) => one.must_change_password);
  assert(chosenByClient.length > 0 && chosenByClient.length < workers.length);
  const { id: clientId, name } = await get('/auth/me', client);
  for (const { created_by_name } of chosenByClient) assert.equal(created_by_name, name);
  const { items: events } = await get(`/ext/audit?limit=100&actor_id=${clientId}`, admin);
  const seen = new Set(events.map(({ event }: { event: string }) => event));
  for (const event of ['login_succeeded', 'token_created', 'user_created', 'user_confirmed']) assert(seen.has(event), event);
});

it('the demo asks nobody who signs in with a printed login for another password or a code', async () => {
  for (const role of roles) {
    const { must_change_password, mfa } = await get('/ext/me', await login(role));
    assert.deepEqual({ must_change_password, mfa }, { must_change_password: false, mfa: { totp: false } }, role);
  }
});

it('the demo spreads the journal over the past weeks', async () => {
  const client = await login('client');
  const { items, total } = await get('/tickets?limit=100&order=asc', client);
  assert(total > 50);
  const weeks = new Set(items.map(({ created_at }: { created_at: string }) => Math.floor(Date.parse(created_at) / 604_800_000)));
  assert(weeks.size >= 6, `${weeks.size} weeks`);
  const { items: events } = await get(`/tickets/${items[3].id}/events`, client);
  assert(events.length >= 2);
});

it('the demo has readable photos of each type', async () => {
  const admin = await login('admin');
  const types = new Set<string>();
  for (const status of ['in_progress', 'done', 'closed']) {
    const { items } = await get(`/tickets?status=${status}&limit=100`, admin);
    for (const { id } of items) {
      for (const { url, content_type, size_bytes } of (await get(`/tickets/${id}/photos`, admin)).items) {
        const response = await fetch(url);
        const bytes = Buffer.from(await response.arrayBuffer());
        assert.equal(response.headers.get('content-type'), content_type);
        assert.equal(detectPhotoType(bytes), content_type);
        assert.equal(bytes.length, size_bytes);
        types.add(content_type);
      }
    }
  }
  assert.deepEqual([...types].sort(), ['image/jpeg', 'image/png', 'image/webp']);
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
  const before = await get('/tickets?limit=100&sort=id', await login('admin'));
  assert.equal(await stopService(service), 0, service.output());
  service = await demo();
  accessTokens.clear();
  assert.doesNotMatch(service.output(), /creating the demo data/);
  assert.deepEqual(await get('/tickets?limit=100&sort=id', await login('admin')), before);
});

it('npm run demo does not touch a folder that it did not create', async () => {
  const other = mkdtempSync(join(parent, 'real-'));
  writeFileSync(join(other, 'something'), '');
  const refused = await spawnDemo({ DEMO_DATA: other });
  assert.equal(await refused.ended, 1);
  assert.match(refused.output(), /^callout: [^\n]*holds data that is not the demo's[^\n]*\n$/);
  assert.deepEqual(readdirSync(other), ['something']);
});
