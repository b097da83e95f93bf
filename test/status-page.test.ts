import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import pino from 'pino';
import { PollerPool } from '../src/outbound/messenger/poller-pool.ts';
import { remindOfNewTickets } from '../src/outbound/reminders/reminders.ts';
import { NotificationListener } from '../src/platform/database/listen.ts';
import { type Job, runJob } from '../src/platform/jobs/job-scheduler.ts';
import { runDueRules } from '../src/product/schedules/recurring/run-due-rules.ts';
import { deleteExpiredTickets } from '../src/product/tickets/retention.ts';
import { startFakeBotApi } from '../testing/fake-bot-api.ts';
import { Fixtures } from '../testing/fixtures.ts';
import { readHealthOf } from '../testing/read-health.ts';
import { startSmtpServer } from '../testing/smtp-server.ts';

// What the page of health says: /ext/health.

const botApi = await startFakeBotApi();
const smtp = await startSmtpServer();
after(() => Promise.all([botApi.stop(), smtp.stop()]));
const token = '100:global-secret';
botApi.addBot({ token, username: 'callout_bot' });
botApi.addChat(token, { id: 4711, type: 'private', first_name: 'Anna' });

const fixtures = await Fixtures.create({
  MESSENGER_API_ROOT: botApi.url,
  MESSENGER_BOT_TOKEN: token,
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(smtp.port),
  MAIL_FROM: 'callout@example.com',
  PUBLIC_URL: 'https://callout.example.com',
});
const { anna, root } = fixtures;
const hour = 3_600_000;
const health = () => readHealthOf(fixtures.deps);
/** The same service without PUBLIC_URL. */
const healthWithoutUrl = () => readHealthOf({ ...fixtures.deps, config: { ...fixtures.deps.config, publicUrl: '' } });

it('concurrent and repeated GET /ext/health call external systems once', async () => {
  const before = botApi.calls('getMe').length;
  const ask = () => fixtures.call(root, 'GET', '/ext/health');
  const answers = [...(await Promise.all([ask(), ask(), ask()])), await ask()];
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(botApi.calls('getMe').length, before + 1);
});

const runNow = (deps: Parameters<typeof runJob>[1], name: string, run: Job['run']) =>
  runJob({ name, everyMs: 24 * hour, run }, deps);

describe('health without bot and mail server', () => {
  it('GET /ext/health reports messenger and mail as off when neither is configured', async () => {
    const config = { ...fixtures.deps.config, messengerBotToken: '', smtp: undefined, ticketRetentionDays: 0 };
    const { messenger, mail, retention } = await readHealthOf({ ...fixtures.deps, config });
    assert.deepEqual([messenger.state, messenger.reason], ['off', 'not_configured']);
    assert.deepEqual([mail.state, mail.reason], ['off', 'not_configured']);
    assert.deepEqual([retention.state, retention.reason, retention.next_run_at], ['off', 'switched_off', null]);
  });
});

describe('health of the messenger', () => {
  let stopHearing = async (): Promise<void> => {};
  after(() => stopHearing());

  it('GET /ext/health reports trouble until the bot is polled, and then its username', async () => {
    assert.deepEqual([(await health()).messenger.reason, (await health()).messenger.bots_polled], ['not_polled', 0]);
    const notifications = new NotificationListener({ connectionString: fixtures.url }, fixtures.deps.log);
    const pollers = new PollerPool(fixtures.deps, notifications);
    stopHearing = async () => {
      await pollers.stop();
      await notifications.close();
    };
    await botApi.waitFor(() => botApi.polls(token) === 1);
    const { state, reason, bots, bots_polled, bot_username } = (await health()).messenger;
    assert.deepEqual([state, reason, bots, bots_polled, bot_username], ['ok', 'working', 1, 1, 'callout_bot']);
  });

  it('GET /ext/health reports the missing PUBLIC_URL when the messenger has no more serious problem', async () => {
    const { messenger } = await healthWithoutUrl();
    assert.deepEqual([messenger.state, messenger.reason], ['trouble', 'no_public_url']);
    botApi.failNext(token, 'getMe', { error_code: 401, description: 'Unauthorized' });
    assert.equal((await healthWithoutUrl()).messenger.reason, 'refused');
  });

  it('GET /ext/health reports a messenger that does not respond and an invalid token', async () => {
    botApi.failNext(token, 'getMe', { error_code: 401, description: 'Unauthorized' });
    assert.equal((await health()).messenger.reason, 'refused');
    botApi.breakNext('getMe', 'html502');
    const { messenger, state } = await health();
    assert.deepEqual([messenger.state, messenger.reason, state], ['trouble', 'unreachable', 'trouble']);
  });

  it('GET /ext/health counts waiting and failing messages and reports the last sent and the dropped one', async () => {
    await fixtures.call(anna, 'PUT', '/auth/messenger', { target: '4711' });
    await fixtures.createTicket();
    fixtures.advanceClock(26 * hour);
    await remindOfNewTickets(fixtures.deps);
    const waiting = (await health()).messenger;
    assert.deepEqual([waiting.reason, waiting.waiting, waiting.failing], ['working', 1, 0]);
    botApi.failNext(token, 'sendMessage', { error_code: 500, description: 'Internal Server Error' });
    await fixtures.deliver('messages');
    const failing = (await health()).messenger;
    assert.deepEqual([failing.reason, failing.waiting, failing.failing], ['failing', 1, 1]);
    assert.match(failing.failure, /Internal Server Error/);
    await fixtures.deliver('messages');
    const sent = (await health()).messenger;
    assert.deepEqual([sent.reason, sent.waiting, sent.last_sent_at], ['working', 0, fixtures.now.toISOString()]);

    await fixtures.createTicket();
    fixtures.advanceClock(26 * hour);
    await remindOfNewTickets(fixtures.deps);
    fixtures.advanceClock(25 * hour);
    botApi.failNext(token, 'sendMessage', { error_code: 500, description: 'Internal Server Error' }, 9);
    await fixtures.deliver('messages');
    assert.equal((await health()).messenger.reason, 'given_up');
  });
});

describe('health of mail', () => {
  it('GET /ext/health reports a failing mail and then the time when it was sent', async () => {
    await fixtures.call(undefined, 'POST', '/auth/forgot-password', { email: anna.email });
    smtp.failNext();
    await fixtures.deliver('mails');
    const failing = (await health()).mail;
    assert.deepEqual([failing.state, failing.reason, failing.failing], ['trouble', 'failing', 1]);
    assert.equal((await healthWithoutUrl()).mail.reason, 'failing');
    await fixtures.deliver('mails');
    const { state, waiting, last_sent_at } = (await health()).mail;
    assert.deepEqual([state, waiting, last_sent_at], ['ok', 0, fixtures.now.toISOString()]);
  });

  it('GET /ext/health reports notifications that the mail server does not let the service send', async () => {
    const on = { events: { ticket_done: { messenger: false, email: true, push: false } }, digest: 'none' };
    assert.equal((await fixtures.call(anna, 'PUT', '/ext/notifications/preferences', on)).status, 200);
    smtp.refuse(anna.email, 554, '5.7.1 Relay access denied');
    await fixtures.createTicketWithStatus('done');
    await fixtures.deliver('notifications');
    await fixtures.deliver('notification_mails');
    const { state, reason, failing, failure } = (await health()).mail;
    assert.deepEqual([state, reason, failing], ['trouble', 'failing', 1]);
    assert.match(failure, /Relay access denied/);

    fixtures.advanceClock(23 * hour);
    await fixtures.deliver('notification_mails');
    assert.equal((await health()).mail.reason, 'given_up');
    smtp.accept(anna.email);
    fixtures.advanceClock(1);
    await fixtures.call(undefined, 'POST', '/auth/forgot-password', { email: anna.email });
    await fixtures.deliver('mails');
    assert.equal((await health()).mail.reason, 'working');
  });

  it('GET /ext/health reports a mail server that has rejected every mail for good', async () => {
    const settings = { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(smtp.port), PUBLIC_URL: 'https://callout.example.com' };
    const fresh = await Fixtures.create({ ...settings, MAIL_FROM: 'callout@example.com' });
    smtp.refuse(fresh.wanda.email);
    await fresh.call(undefined, 'POST', '/auth/forgot-password', { email: fresh.wanda.email });
    assert.equal(await fresh.deliver('mails'), 1, 'dropped');
    const { state, reason } = (await readHealthOf(fresh.deps)).mail;
    assert.deepEqual([state, reason], ['trouble', 'rejected']);
    smtp.accept(fresh.wanda.email);
    await fresh.call(undefined, 'POST', '/auth/forgot-password', { email: fresh.wanda.email });
    await fresh.deliver('mails');
    smtp.refuse(fresh.wanda.email);
    await fresh.call(undefined, 'POST', '/auth/forgot-password', { email: fresh.wanda.email });
    await fresh.deliver('mails');
    assert.equal((await readHealthOf(fresh.deps)).mail.reason, 'working', 'some refusals are normal');
  });

  it('GET /ext/health reports the missing PUBLIC_URL for mail', async () => {
    const { mail } = await healthWithoutUrl();
    assert.deepEqual([mail.state, mail.reason], ['trouble', 'no_public_url']);
  });
});

describe('health of the storage', () => {
  it('GET /ext/health reports a disk that is nearly full before uploads are refused', async () => {
    const { free_bytes } = (await health()).storage;
    assert(free_bytes !== null && free_bytes > 0);
    const { config } = fixtures.deps;
    const reasonWith = async (minFreeDiskBytes: number): Promise<string> => {
      const quotas = { ...config.quotas, minFreeDiskBytes };
      const { storage } = await readHealthOf({ ...fixtures.deps, config: { ...config, quotas } });
      assert.equal(storage.state, 'trouble');
      return storage.reason;
    };
    // Other tests write to the same disk.
    assert.equal(await reasonWith(free_bytes - 50_000_000), 'nearly_full');
    assert.equal(await reasonWith(Number.MAX_SAFE_INTEGER), 'full');
  });

  it('GET /ext/health has the version of the service', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    assert.equal((await fixtures.call(root, 'GET', '/ext/health')).body.version, version);
  });

  it('GET /ext/health reports storage failures and files that could not be deleted', async () => {
    const { free_bytes: _, ...storage } = (await health()).storage;
    assert.deepEqual(storage, { state: 'ok', reason: 'working', kind: 'local', undeletable: 0 });
    await fixtures.transaction((tx) =>
      tx
        .insertInto('pending_file_deletions')
        .values({ storage_key: 'a', delete_after: fixtures.now, failing_since: fixtures.now })
        .execute(),
    );
    assert.deepEqual([(await health()).storage.reason, (await health()).storage.undeletable], ['undeletable', 1]);
    const photos = join(fixtures.deps.config.dataDir, 'photos');
    rmSync(photos, { recursive: true });
    writeFileSync(photos, 'a file where the folder should be');
    assert.deepEqual([(await health()).storage.state, (await health()).storage.reason], ['trouble', 'unreachable']);
  });
});

describe('health of periodic jobs', () => {
  it('GET /ext/health reports a job as late before its first run, ok after it, and late again', async () => {
    const parts = async () => {
      const { rules, retention } = await health();
      return [rules.reason, retention.reason];
    };
    assert.deepEqual(await parts(), ['late', 'late']);
    await runNow(fixtures.deps, 'rules', () => runDueRules(fixtures.deps));
    await runNow(fixtures.deps, 'retention', () => deleteExpiredTickets(fixtures.deps));
    assert.deepEqual(await parts(), ['working', 'working']);
    const { rules, retention } = await health();
    const next = new Date(fixtures.now.getTime() + 24 * hour).toISOString();
    for (const part of [rules, retention])
      assert.deepEqual([part.last_run_at, part.next_run_at], [fixtures.now.toISOString(), next]);
    assert.equal(retention.days, 60);
    fixtures.advanceClock(24 * hour);
    assert.deepEqual(await parts(), ['working', 'working']);
    fixtures.advanceClock(hour);
    assert.deepEqual(await parts(), ['late', 'late']);
    fixtures.advanceClock(-48 * hour);
    assert.equal((await health()).rules.last_run_at, fixtures.now.toISOString(), 'the clock was set back');
    fixtures.advanceClock(48 * hour);
  });

  it('GET /ext/health reports a failed job until it succeeds', async () => {
    const fail = () => Promise.reject(new Error('no luck'));
    await assert.rejects(runNow(fixtures.deps, 'rules', fail), /no luck/);
    assert.deepEqual([(await health()).rules.state, (await health()).rules.reason], ['trouble', 'failed']);
    fixtures.advanceClock(1);
    await runNow(fixtures.deps, 'rules', async () => undefined);
    assert.equal((await health()).rules.reason, 'working');
  });

  it('a job whose result cannot be recorded logs this and keeps its result', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
    const db = { ...fixtures.db, statement: () => Promise.reject(new Error('the database is away')) };
    assert.equal(await runNow({ ...fixtures.deps, db, log }, 'rules', async () => 7), 7);
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /"level":40.*"job":"rules".*the database is away/);
  });

  it('GET /ext/health counts due rules and those that are blocked', async () => {
    const rule = { category: 'other', description: 'Look after it', period_days: 1, anchor_at: fixtures.now.toISOString() };
    for (const object_id of [fixtures.lobby, fixtures.lobby])
      await fixtures.call(anna, 'POST', '/recurring', { ...rule, object_id });
    const counts = async () => {
      const { due, blocked } = (await health()).rules;
      return [due, blocked];
    };
    fixtures.advanceClock(hour);
    assert.deepEqual(await counts(), [2, 0]);
    await runDueRules(fixtures.deps);
    assert.deepEqual(await counts(), [0, 0]);
    fixtures.advanceClock(25 * hour);
    assert.deepEqual(await counts(), [2, 2]);
    const { body } = await fixtures.call(root, 'GET', '/tickets?status=new&limit=1');
    await fixtures.call(root, 'PATCH', `/tickets/${body.items[0].id}/cancel`, { reason: 'not needed' });
    assert.deepEqual(await counts(), [2, 1]);
    await fixtures.call(anna, 'PATCH', `/objects/${fixtures.lobby}`, { is_active: false });
    assert.deepEqual(await counts(), [2, 2]);
  });
});
