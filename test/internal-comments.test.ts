import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import readExcelFile from 'read-excel-file/node';
import { collectEvents } from '../src/outbound/webhooks/collect-events.ts';
import { claimWebhook, releaseLease } from '../src/outbound/webhooks/leases.ts';
import { WebhookClient } from '../src/outbound/webhooks/post-message.ts';
import { sendPending } from '../src/outbound/webhooks/send-pending.ts';
import { extractBundles } from '../src/product/reporting/archive/extract-bundles.ts';
import { startFakeBotApi } from '../testing/fake-bot-api.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { openSession } from '../testing/open-session.ts';
import { pdfText } from '../testing/pdf-text.ts';
import { multipartForm } from '../testing/photo-files.ts';
import { realPhoto } from '../testing/real-photos.ts';
import { startSmtpServer } from '../testing/smtp-server.ts';
import { WebhookReceiver } from '../testing/webhook-receiver.ts';
import { bundleKeys, day, filesIn, runRetention, temporaryFolder } from './archive/archive-fixtures.ts';

// Nothing of an internal comment gets to those who do not read it: every GET operation of docs/openapi.json answers them the same before
// and after it, and no message, file or event has its words. A new operation is asked, too, once idOf() knows its path.

const botApi = await startFakeBotApi();
const smtp = await startSmtpServer();
const receiver = await WebhookReceiver.start();
after(() => Promise.all([botApi.stop(), smtp.stop(), receiver.stop()]));
const bot = '100:global-secret';
botApi.addBot({ token: bot, username: 'callout_bot' });

const fixtures = await Fixtures.create({
  ARCHIVE: 'true',
  DATA_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  MAIL_FROM: 'Callout <callout@example.com>',
  MESSENGER_API_ROOT: botApi.url,
  MESSENGER_BOT_TOKEN: bot,
  PUBLIC_URL: 'https://callout.example.com',
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(smtp.port),
  TICKET_RETENTION_DAYS: '30',
  WEBHOOK_ALLOWED_HOSTS: receiver.host,
});
const { anna, boris, ivan, lobby, oleg, root, tower, wanda } = fixtures;
const olga = await fixtures.createUser('olga', 'worker');

const secret = 'zqverschwiegen';
const ticket = await fixtures.createTicketWithStatus('assigned');
const ids = { hook: '', portal: '', feed: '', rule: 0, lift: 0, paper: 0, notice: 0, cost: 0, list: 0 };

/** What the operations of a path are about. */
const idOf: [path: RegExp, id: () => string | number][] = [
  [/^\/(ext\/)?tickets\//, () => ticket],
  [/^\/(ext\/)?projects\//, () => tower],
  [/^\/ext\/objects\//, () => lobby],
  [/^\/ext\/users\/\{id\}\/(statement|targets)/, () => anna.id],
  [/^\/ext\/users\//, () => wanda.id],
  [/^\/(ext\/)?recurring\//, () => ids.rule],
  [/^\/ext\/(attachments|photos|report-photos)\//, () => 1],
  [/^\/ext\/equipment\//, () => ids.lift],
  [/^\/ext\/documents\//, () => ids.paper],
  [/^\/ext\/costs\//, () => ids.cost],
  [/^\/ext\/checklists\//, () => ids.list],
  [/^\/ext\/announcements\//, () => ids.notice],
  [/^\/ext\/webhooks\//, () => ids.hook],
  [/^\/ext\/portal\//, () => ids.portal],
  [/^\/ext\/calendar\//, () => ids.feed],
];

/** Parameters that operations need, or with which they look for words. */
const parameters = (path: string, name: string): string | undefined => {
  if (name === 'ids' && path === '/ext/users') return wanda.id;
  if (name === 'ids' && path.startsWith('/ext/equipment/')) return String(ids.lift);
  if (name === 'ids') return String(path.startsWith('/ext/objects/') ? lobby : ticket);
  if (path === '/ext/planner' && (name === 'from' || name === 'to')) return '2026-03-01';
  const pattern = { rrule: 'FREQ=DAILY', starts_on: '2126-03-01', time: '08:00', timezone: 'UTC' };
  const times = { from: '2026-03-01T00:00:00Z', to: '2026-03-20T00:00:00Z' };
  return new Map(
    Object.entries({ q: secret, month: '2026-03', ...times, ...pattern, expires: '4102444800', signature: 'x' }),
  ).get(name);
};

/**
 * Operations that have nothing of tickets and answer differently each time, or need an answer of somebody else; and the data of an
 * account, which has its own comments only, a picture of the installation, and the record of the answer before; and the appointment of a report without an account.
 */
const otherOperations = new Set([
  '/db-ping',
  '/ext/health',
  '/ext/oidc/start',
  '/ext/oidc/callback',
  '/ext/settings/logo',
  '/ext/users/{id}/data',
  '/ext/portal/{token}/reports/{id}/appointment',
]);
/** Operations that answer nobody here: signed links, whose holders are told apart by who gets the link. */
const signedLinks = new Set(['/ext/photos/{id}/thumb', '/ext/attachments/{id}/thumb', '/ext/report-photos/{id}/thumb']);

/** Of the page of an object, and where the changes of tickets are read from the next time. */
const random = /"challenge":\{[^}]*\}|"cursor":"[^"]*"/g;

interface Operation {
  path: string;
  urls: string[];
}

/** All GET operations, with the word as their search where they have one. */
function operations(): Operation[] {
  const description = JSON.parse(readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8'));
  const paths: [string, { get?: { parameters?: { in: string; name: string; required?: boolean }[] } }][] = Object.entries(
    description.paths,
  );
  return paths.flatMap(([path, { get }]) => {
    if (!get || otherOperations.has(path)) return [];
    const query = (get.parameters ?? []).filter((one) => one.in === 'query');
    const urlWith = (names: string[]): string => {
      const id = (): string => {
        const [, found] = idOf.find(([pattern]) => pattern.test(path)) ?? assert.fail(`what is GET ${path} about?`);
        return String(found());
      };
      const values = names.map((name) => [name, parameters(path, name) ?? assert.fail(`GET ${path} needs ${name}`)]);
      return `${path.replace(/\{\w+\}/, id)}?${new URLSearchParams(values)}`;
    };
    const needed = query.filter(({ required }) => required).map(({ name }) => name);
    const isSearch = query.some(({ name }) => name === 'q');
    const sorts = path === '/ext/tickets' ? [`${urlWith(['q'])}&sort=relevance`] : [];
    return [{ path, urls: [urlWith(needed), ...(isSearch ? [urlWith([...needed, 'q'])] : []), ...sorts] }];
  });
}

async function textOf(who: TestUser, url: string): Promise<string> {
  const headers = { authorization: `Bearer ${await fixtures.accessTokenFor(who)}` };
  const { statusCode, rawPayload, payload, headers: sent } = await fixtures.app.inject({ method: 'GET', url, headers });
  const type = String(sent['content-type']);
  const isPdf = statusCode === 200 && type === 'application/pdf';
  const isSheet = statusCode === 200 && type.includes('spreadsheetml');
  const text = isPdf ? await pdfText(rawPayload) : isSheet ? JSON.stringify(await readExcelFile(rawPayload)) : payload;
  return `${statusCode} ${text.replaceAll(random, '')}`;
}

/** What every operation answers somebody, by its URL. */
async function answersTo(who: TestUser): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const { urls } of operations()) for (const url of urls) answers.set(url, await textOf(who, url));
  return answers;
}

const requireSame = (who: TestUser, now: Map<string, string>, then: Map<string, string> | undefined): void => {
  for (const [url, text] of now) assert.equal(text, then?.get(url), `${who.name} GET ${url}`);
};
const requireSecret = (who: TestUser, answers: Map<string, string>): void => {
  for (const [url, text] of answers) assert(!text.includes(secret), `${who.name} GET ${url}: ${text}`);
};

const call = async (who: TestUser, status: number, ...request: [Parameters<typeof fixtures.call>[1], string, unknown?]) => {
  const answer = await fixtures.call(who, ...request);
  assert.equal(answer.status, status, `${who.name} ${request.join(' ')}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

/** An internal comment with the word, and a picture with the word as its name. */
async function addInternal(who: TestUser): Promise<void> {
  const { id } = await call(who, 201, 'POST', `/ext/tickets/${ticket}/comments`, {
    text: `The ${secret} tenant`,
    internal: true,
  });
  const parts = [
    { name: `${secret}.jpg`, bytes: await realPhoto({ width: 64, height: 48 }) },
    { field: 'comment_id', bytes: String(id) },
  ];
  const { body, headers } = multipartForm(parts);
  const added = await fixtures.call(who, 'POST', `/ext/tickets/${ticket}/attachments`, body, headers);
  assert.deepEqual([added.status, added.body.internal], [201, true], JSON.stringify(added.body));
}

async function deliver(): Promise<void> {
  for (const queue of ['notifications', 'notification_messages', 'notification_mails'] as const) await fixtures.deliver(queue);
  while (await collectEvents(fixtures.deps));
  const client = new WebhookClient({ allowedHosts: fixtures.deps.config.webhookAllowedHosts });
  for (let lease = await claimWebhook(fixtures.deps, true); lease; lease = await claimWebhook(fixtures.deps, true)) {
    await sendPending(fixtures.deps, client, lease);
    await releaseLease(fixtures.deps, lease);
  }
}

/** Turns everything on that somebody can be told. */
async function turnOn(who: TestUser, chat: number): Promise<void> {
  botApi.addChat(bot, { id: chat, type: 'private', first_name: who.name });
  const target = { messenger_target: String(chat), messenger_bound_by: chat };
  await fixtures.transaction((tx) => tx.updateTable('users').set(target).where('id', '=', who.id).execute());
  const { events } = await call(who, 200, 'GET', '/ext/notifications/preferences');
  const on = Object.fromEntries(Object.keys(events).map((event) => [event, { messenger: true, email: true, push: false }]));
  await call(who, 200, 'PUT', '/ext/notifications/preferences', { events: on, quiet_hours: null, digest: 'none' });
}

/** Mails and chat messages, each beginning with to whom it goes. */
const messages = (): string[] => [
  ...smtp.mails().map(({ to, headers, text, html }) => `${to} ${headers['subject']} ${text} ${html}`),
  ...botApi.sent(bot).map(({ chat_id, readable }) => `${chat_id} ${readable}`),
];

const people = [root, anna, boris, wanda, olga, ivan, oleg];
const outsiders = [anna, boris, ivan, oleg];

describe('internal comments', () => {
  const earlier = new Map<TestUser, Map<string, string>>();
  const bodies = (path: string): { data: { comment: { text: string; internal: boolean } } }[] => receiver.bodies(path);

  before(async () => {
    for (const who of people) await openSession(fixtures, who);
    await fixtures.addMember(tower, olga, 'active');
    await fixtures.transaction((tx) => tx.deleteFrom('project_workers').where('worker_id', '=', ivan.id).execute());
    await fixtures.addMember(tower, ivan, 'active');
    const rule = {
      anchor_at: '2026-04-01T08:00:00Z',
      category: 'elevator',
      period_days: 7,
      object_id: lobby,
      description: 'Check it',
    };
    ids.rule = (await call(anna, 201, 'POST', '/recurring', rule)).id;
    const pattern = { rrule: 'FREQ=DAILY', starts_on: '2126-03-01', time: '08:00', timezone: 'UTC' };
    await call(anna, 200, 'PUT', `/ext/recurring/${ids.rule}/pattern`, pattern);
    ids.lift = (await call(anna, 201, 'POST', `/ext/objects/${lobby}/equipment`, { name: 'Lift' })).id;
    await call(anna, 201, 'POST', `/ext/equipment/${ids.lift}/portal`);
    const paper = multipartForm([
      { field: 'title', bytes: 'Paper' },
      { name: 'paper.pdf', bytes: '%PDF-1.7 paper' },
    ]);
    const { body: document } = await fixtures.call(anna, 'POST', `/ext/objects/${lobby}/documents`, paper.body, paper.headers);
    ids.paper = document.id;
    const items = [{ label: 'Light', kind: 'check' }];
    ids.list = (await call(anna, 201, 'POST', '/ext/checklists', { name: 'Round', items })).id;
    await call(anna, 200, 'PUT', `/ext/tickets/${ticket}/checklist`, { checklist_id: ids.list });
    const line = { kind: 'material', text: 'Lamp', quantity: '1', unit_price: 900 };
    ids.cost = (await call(root, 201, 'POST', `/ext/tickets/${ticket}/costs`, line)).id;
    const notice = { text: 'No water', from: '2026-03-01T00:00:00Z', to: '2126-03-01T00:00:00Z' };
    ids.notice = (await call(anna, 201, 'POST', `/ext/objects/${lobby}/announcements`, notice)).id;
    for (const [who, path] of [
      [root, '/root'],
      [anna, '/anna'],
    ] as const)
      ids.hook = (await call(who, 201, 'POST', '/ext/webhooks', { url: receiver.url + path, events: ['comment_added'] })).id;
    ids.portal =
      String((await call(anna, 201, 'POST', `/ext/objects/${lobby}/portal`)).url)
        .split('/')
        .at(-1) ?? '';
    ids.feed =
      new URL((await call(anna, 201, 'POST', '/ext/calendar')).url).pathname.split('/').at(-1)?.replace('.ics', '') ?? '';
    for (const [index, who] of people.entries()) await turnOn(who, 100 + index);
    await call(anna, 201, 'POST', `/ext/tickets/${ticket}/comments`, { text: 'The key is next door' });
    await deliver();
    receiver.received.length = 0;
    for (const who of outsiders) earlier.set(who, await answersTo(who));
    await addInternal(root);
    await deliver();
  });

  it('every GET operation answers somebody, so that the tests below look at what it shows', async () => {
    const answered = new Set<string>();
    for (const who of [anna, root, wanda])
      for (const { path, urls } of operations())
        if (!answered.has(path) && (await textOf(who, urls[0] ?? '')).startsWith('200 ')) answered.add(path);
    const silent = operations().filter(({ path }) => !answered.has(path) && !signedLinks.has(path));
    assert.deepEqual(
      silent.map(({ path }) => path),
      [],
    );
  });

  it('no source reads comments or attachments without a word about internal ones', () => {
    const folder = join(import.meta.dirname, '../src');
    const isReader = (text: string): boolean =>
      /(from|join|selectFrom\('|of\(') ?(ticket_comments|ticket_attachments)\b/.test(text);
    const readers = filesIn(folder).filter((file) => file.endsWith('.ts') && isReader(readFileSync(join(folder, file), 'utf8')));
    // The names in notifications, which have nothing else of comments, signatures, and an attachment limit for all.
    const forAll = [
      'outbound/notifications/personal-data.ts',
      'product/files/attachments/add-signature.ts',
      'product/intake/email/actions.ts',
      'product/intake/portal/decide-report.ts',
    ];
    assert.deepEqual(
      readers.filter((file) => !/internal/i.test(readFileSync(join(folder, file), 'utf8'))),
      forAll,
    );
  });

  it('are found, listed and counted for admins and the assigned worker', async () => {
    for (const who of [root, wanda]) {
      const { items } = await call(who, 200, 'GET', `/ext/tickets/${ticket}/comments`);
      assert.deepEqual(
        items.map(({ text, internal }: { text: string; internal: boolean }) => [text, internal]),
        [
          ['The key is next door', false],
          [`The ${secret} tenant`, true],
        ],
      );
      assert.equal(items[1].attachments[0].filename, `${secret}.jpg`);
      const [attachment] = (await call(who, 200, 'GET', `/ext/tickets/${ticket}/attachments`)).items;
      assert.equal(attachment.internal, true);
      const { pathname, search } = new URL(attachment.thumb_url);
      await call(who, 200, 'GET', pathname + search);
      for (const q of [secret, `${secret.slice(0, 6)} lamp`]) {
        const found = await call(who, 200, 'GET', `/ext/tickets?q=${encodeURIComponent(q)}`);
        assert.deepEqual(
          found.items.map(({ id, comments, attachments }: Record<string, number>) => [id, comments, attachments]),
          [[ticket, 2, 1]],
        );
      }
      const { comments, attachments } = await call(who, 200, 'GET', `/ext/tickets/${ticket}`);
      assert.deepEqual([comments, attachments], [2, 1]);
      assert.match(await textOf(who, `/ext/tickets.csv?q=${secret}`), /The lamp is dark/);
    }
  });

  for (const who of outsiders)
    it(`change nothing that ${who.name} is answered`, async () => requireSame(who, await answersTo(who), earlier.get(who)));

  it('are told of without their text, and only to those who read them', async () => {
    const sent = messages().filter((text) => text.includes('internal comment'));
    assert.deepEqual(sent.map((text) => text.split(' ')[0]).sort(), [String(100 + people.indexOf(wanda)), wanda.email].sort());
    await call(wanda, 201, 'POST', `/ext/tickets/${ticket}/comments`, { text: `Also ${secret}`, internal: true });
    await deliver();
    const toRoot = messages().filter((text) => text.includes('internal comment') && text.startsWith(root.email));
    assert.equal(toRoot.length, 1);
    assert(messages().every((text) => !text.includes(secret)));
    assert(bodies('/root').every(({ data }) => data.comment.internal && data.comment.text.includes(secret)));
    assert.deepEqual([bodies('/root').length, bodies('/anna')], [2, []]);
  });

  it('are gone for the worker who was assigned before, and there for the one who is now', async () => {
    await call(root, 200, 'POST', `/ext/tickets/${ticket}/reassign`, { worker_id: olga.id });
    await deliver();
    const formerly = await answersTo(wanda);
    requireSecret(wanda, formerly);
    await addInternal(olga);
    await deliver();
    requireSame(wanda, await answersTo(wanda), formerly);
    assert.equal((await call(olga, 200, 'GET', `/ext/tickets/${ticket}/comments`)).total, 4);
    assert.deepEqual((await call(olga, 200, 'GET', `/ext/tickets?q=${secret}`)).total, 1);
    const text = { text: 'Mine again', internal: true };
    for (const who of [anna, wanda, ivan, oleg]) await call(who, 403, 'POST', `/ext/tickets/${ticket}/comments`, text);
    assert(messages().every((message) => !message.includes(secret)));
  });

  it('are not in the job sheet of anybody, and not in the archive', async () => {
    for (const who of [root, olga, anna])
      assert(!(await textOf(who, `/ext/tickets/${ticket}/report.pdf`)).includes(secret), who.name);
    await call(olga, 200, 'PATCH', `/tickets/${ticket}/start`);
    await call(olga, 200, 'PATCH', `/tickets/${ticket}/done`);
    await call(anna, 200, 'PATCH', `/tickets/${ticket}/confirm`);
    fixtures.advanceClock(40 * day);
    await runRetention(fixtures.deps);
    const [key = ''] = await bundleKeys(fixtures);
    const folder = temporaryFolder();
    await extractBundles(fixtures.deps.storage.bundles, { month: key.split('/')[2] }, folder);
    const files = filesIn(folder);
    assert.deepEqual(
      files.map((file) => file.split('/').at(-1)),
      ['manifest.json', 'report.pdf', 'ticket.json'],
    );
    const contents = files.map((file) => readFileSync(join(folder, file)));
    const [manifest = Buffer.alloc(0), report = Buffer.alloc(0), ticketJson = Buffer.alloc(0)] = contents;
    assert.match(String(ticketJson), /The key is next door/);
    for (const text of [String(manifest), String(ticketJson), await pdfText(report)]) assert(!text.includes(secret));
  });
});
