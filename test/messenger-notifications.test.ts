import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import pino from 'pino';
import { PollerPool } from '../src/outbound/messenger/poller-pool.ts';
import { remindOfNewTickets } from '../src/outbound/reminders/reminders.ts';
import { textsIn } from '../src/outbound/texts/texts.ts';
import { NotificationListener } from '../src/platform/database/listen.ts';
import type { Language } from '../src/platform/lib/languages.ts';
import { startFakeBotApi } from '../testing/fake-bot-api.ts';
import { Fixtures, password, type TestUser } from '../testing/fixtures.ts';
import { startSmtpServer } from '../testing/smtp-server.ts';
import { de } from '../web/src/i18n/de.ts';
import { en } from '../web/src/i18n/en.ts';
import { pl } from '../web/src/i18n/pl.ts';

const [botApi, smtp] = await Promise.all([startFakeBotApi(), startSmtpServer()]);
after(() => Promise.all([botApi.stop(), smtp.stop()]));
const shared = '100:global-secret';
const own = '200:own-secret';
botApi.addBot({ token: shared, username: 'callout_bot' });
botApi.addBot({ token: own, username: 'anna_bot' });
for (const token of [shared, own]) botApi.addChat(token, { id: 4711, type: 'private', first_name: 'Anna' });

const fixtures = await Fixtures.create({
  MESSENGER_API_ROOT: botApi.url,
  MESSENGER_BOT_TOKEN: shared,
  DATA_ENCRYPTION_KEY: 'ab'.repeat(32),
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(smtp.port),
  MAIL_FROM: 'callout@example.com',
  PUBLIC_URL: 'https://callout.example.com/',
});
const { anna, boris, root, wanda } = fixtures;
const hour = 3_600_000;

const status = async () => (await fixtures.call(anna, 'GET', '/auth/messenger')).body;
/** A ticket that has waited for 26 hours, with its reminder handed over. */
async function waitingTicket(fields: object = {}): Promise<number> {
  const id = await fixtures.createTicket(fields);
  fixtures.advanceClock(26 * hour);
  await remindOfNewTickets(fixtures.deps);
  return id;
}
const sent = () => botApi.sent().length;
const last = () => botApi.sent().at(-1);

/** Tickets of before are not spoken of any more. */
const forgetTickets = () =>
  fixtures.transaction((tx) =>
    tx
      .updateTable('tickets')
      .set({ reminded_at: new Date('9999-01-01') })
      .execute(),
  );

describe('notifications of the messenger', () => {
  beforeEach(async () => {
    await forgetTickets();
    await fixtures.call(anna, 'PUT', '/auth/messenger', { target: '4711' });
    await fixtures.clearDeliveries();
  });

  it('a reminder names number, age, place, category, priority and description of the ticket and links to it', async () => {
    const id = await waitingTicket({ priority: 'high', floor: '3', description: 'Water <drips> & drips\nfrom "above"' });
    const before = sent();
    assert.equal(await fixtures.deliver('messages'), 1);
    assert.equal(sent(), before + 1);
    assert.deepEqual([last()?.token, last()?.chat_id, last()?.parse_mode], [shared, 4711, 'HTML']);
    const { readable = '' } = last() ?? {};
    for (const fact of [
      `#${id}`,
      '1 day 2 hours',
      'Lobby',
      'Lobby street 1',
      'Floor 3',
      'Tower',
      'Electrical',
      'high',
      'Water <drips> & drips from "above"',
    ])
      assert(readable.includes(fact), `${fact} in ${readable}`);
    assert(readable.includes(`https://callout.example.com/app/tickets/${id}`));
  });

  it('a notification is sent by the own bot of the user if there is one', async () => {
    await fixtures.call(anna, 'POST', '/auth/messenger/bot', { token: own });
    await waitingTicket();
    await fixtures.deliver('messages');
    assert.equal(last()?.token, own);
    await fixtures.call(anna, 'DELETE', '/auth/messenger/bot');
  });

  it('a reminder is dropped when the ticket was taken or its owner has no chat any more', async () => {
    const before = sent();
    const taken = await waitingTicket();
    await fixtures.call(wanda, 'PATCH', `/tickets/${taken}/take`);
    assert.equal(await fixtures.deliver('messages'), 1);
    await waitingTicket();
    await fixtures.call(anna, 'DELETE', '/auth/messenger');
    assert.equal(await fixtures.deliver('messages'), 1);
    assert.equal(sent(), before);
  });

  it('a notification is sent whatever markup its description contains', async () => {
    const before = sent();
    for (const description of [
      '<b>not bold',
      '</b></b>',
      '&lt;&#0;&',
      '*_[x](y)~`',
      '😀'.repeat(2000),
      'a\u202ebc <tg-spoiler>',
    ]) {
      await forgetTickets();
      await waitingTicket({ description });
      assert.equal(await fixtures.deliver('messages'), 1, description);
    }
    assert.equal(sent(), before + 6);
  });

  it('a notification waits while the messenger is unavailable and is then sent once', async () => {
    await waitingTicket();
    const before = sent();
    botApi.breakNext('sendMessage', 'html502');
    assert.equal(await fixtures.deliver('messages'), 0);
    botApi.failNext(shared, 'sendMessage', { error_code: 500, description: 'Internal Server Error' });
    assert.equal(await fixtures.deliver('messages'), 0);
    assert.equal(sent(), before);
    assert.equal(await fixtures.deliver('messages'), 1);
    assert.equal(sent(), before + 1);
  });

  it('a notification is postponed as long as the messenger asks, without counting as a failed attempt', async () => {
    const id = await waitingTicket();
    botApi.rateLimit(shared, 'sendMessage', 3);
    const before = sent();
    await fixtures.deliver('messages');
    assert.equal(sent(), before);
    const { rows } = await sql<{ wait: number; retries: number }>`
      select extract(epoch from due_at - now())::float as wait, attempts as retries
      from deliveries where queue = 'messages'`.execute(fixtures.db.read);
    assert(rows[0] && rows[0].wait > 1 && rows[0].wait <= 3 && rows[0].retries === 0, JSON.stringify(rows));
    assert.deepEqual(
      (await fixtures.pendingDeliveries('messages')).map(({ ticket_id }) => ticket_id),
      [id],
    );
    await fixtures.deliver('messages');
    assert.equal(sent(), before + 1);
  });

  it('a bot whose calls hang does not delay the notifications of other bots', async () => {
    await fixtures.call(anna, 'POST', '/auth/messenger/bot', { token: own });
    botApi.addChat(shared, { id: 4712, type: 'private', first_name: 'Boris' });
    await fixtures.call(boris, 'PUT', '/auth/messenger', { target: '4712' });
    await fixtures.createTicket();
    await waitingTicket();
    const id = await fixtures.createTicket({}, boris, fixtures.gate);
    fixtures.advanceClock(24 * hour);
    await fixtures.transaction((tx) => tx.updateTable('users').set({ messenger_target: '' }).where('id', '=', anna.id).execute());
    await remindOfNewTickets(fixtures.deps);
    await fixtures.transaction((tx) =>
      tx.updateTable('users').set({ messenger_target: '4711' }).where('id', '=', anna.id).execute(),
    );
    botApi.breakNext('sendMessage', 'hang');
    const calls = () => botApi.calls('sendMessage').filter(({ token }) => token === own).length;
    const before = calls();
    await fixtures.deliver('messages');
    assert.equal(calls(), before + 1, 'the second one is not even tried');
    assert.match(last()?.readable ?? '', new RegExp(`#${id}\\b`));
    await fixtures.call(anna, 'DELETE', '/auth/messenger/bot');
    await fixtures.call(boris, 'DELETE', '/auth/messenger');
  });

  it('a reminder that waits in the queue for longer than its interval is sent, and no second one is enqueued meanwhile', async () => {
    await waitingTicket();
    for (let spans = 0; spans < 2; spans++) {
      fixtures.advanceClock(24 * hour);
      assert.equal(await remindOfNewTickets(fixtures.deps), 0);
    }
    const before = sent();
    assert.equal(await fixtures.deliver('messages'), 1);
    assert.equal(sent(), before + 1);
    assert.equal(await remindOfNewTickets(fixtures.deps), 1, 'of the span that ended last');
  });

  it('a reminder is dropped when a later interval was recorded on the ticket', async () => {
    const id = await waitingTicket();
    await fixtures.transaction((tx) =>
      tx.updateTable('tickets').set({ reminded_at: fixtures.now }).where('id', '=', id).execute(),
    );
    const before = sent();
    assert.equal(await fixtures.deliver('messages'), 1);
    assert.equal(sent(), before);
  });

  it('a notification that the chat refuses for missing rights is not retried', async () => {
    await waitingTicket();
    botApi.failNext(shared, 'sendMessage', {
      error_code: 400,
      description: 'Bad Request: need administrator rights in the channel chat',
    });
    assert.equal(await fixtures.deliver('messages'), 1);
    assert.equal((await status()).bound, false);
  });

  it('a chat that blocks the bot is marked as unreachable and gets no further notifications', async () => {
    botApi.block(shared, 4711);
    await waitingTicket();
    assert.equal(await fixtures.deliver('messages'), 1);
    const { bound, target } = await status();
    assert.deepEqual([bound, target], [false, '4711']);
    await waitingTicket();
    assert.deepEqual(await fixtures.pendingDeliveries('messages'), []);
    botApi.receiveMessage(shared, 4711, 'hello again'); // writing lifts the block
    await fixtures.call(anna, 'PUT', '/auth/messenger', { target: '4711' });
    assert.equal((await status()).bound, true);
  });

  it('a failed notification changes only the binding of the chat that it was sent to, and follows a group that was migrated', async () => {
    botApi.addChat(shared, { id: -6, type: 'group', title: 'Yard' });
    const target = async (who = anna) => (await fixtures.call(who, 'GET', '/auth/messenger')).body;
    for (const who of [anna, boris]) await fixtures.call(who, 'PUT', '/auth/messenger', { target: '-6' });
    botApi.kick(shared, -6);
    await waitingTicket();
    botApi.beforeNext('sendMessage', () => fixtures.call(anna, 'PUT', '/auth/messenger', { target: '4711' }));
    await fixtures.deliver('messages');
    assert.equal((await target()).bound, true);
    await fixtures.transaction((tx) =>
      tx.updateTable('users').set({ messenger_target: '-6' }).where('id', '=', anna.id).execute(),
    );
    await waitingTicket();
    await fixtures.deliver('messages');
    assert.deepEqual([(await target()).bound, (await target(boris)).bound], [false, true]);

    botApi.addChat(shared, { id: -7, type: 'group', title: 'Office' });
    for (const who of [anna, boris]) await fixtures.call(who, 'PUT', '/auth/messenger', { target: '-7' });
    botApi.migrate(shared, -7, -1007);
    await waitingTicket();
    botApi.beforeNext('sendMessage', () => fixtures.call(anna, 'PUT', '/auth/messenger', { target: '4711' }));
    await fixtures.deliver('messages');
    assert.deepEqual([(await target()).target, (await target(boris)).target], ['4711', '-7']);
    await fixtures.transaction((tx) =>
      tx.updateTable('users').set({ messenger_target: '-7' }).where('id', '=', anna.id).execute(),
    );
    await fixtures.clearDeliveries();
    await waitingTicket();
    await fixtures.deliver('messages');
    assert.deepEqual([(await target()).target, (await target(boris)).target], ['-1007', '-7']);
    assert.equal(await fixtures.deliver('messages'), 1);
    assert.equal(last()?.chat_id, -1007);
    await fixtures.call(boris, 'DELETE', '/auth/messenger');
  });

  it('a user whose bot token cannot be decrypted gets no notification, and not through another bot either', async () => {
    await fixtures.call(anna, 'POST', '/auth/messenger/bot', { token: own });
    await waitingTicket();
    const before = sent();
    const config = { ...fixtures.deps.config, dataEncryptionKey: Buffer.alloc(32, 9) };
    const { config: right } = fixtures.deps;
    fixtures.deps.config = config;
    assert.equal(await fixtures.deliver('messages'), 1);
    fixtures.deps.config = right;
    assert.equal(sent(), before);
    await fixtures.call(anna, 'DELETE', '/auth/messenger/bot');
  });
});

async function choose(who: TestUser, language: Language): Promise<void> {
  assert.equal((await fixtures.call(who, 'PATCH', '/ext/me', { language })).status, 200);
}
const lastMessage = (): string => botApi.sent(shared).at(-1)?.readable ?? '';

describe('mails in the language of the account', () => {
  async function mailTo(who: TestUser, cause: () => Promise<{ status: number }>) {
    assert.equal((await cause()).status, 200);
    await fixtures.deliver('mails');
    const mail = smtp.mails().findLast(({ to }) => to.includes(who.email));
    assert(mail);
    return mail;
  }
  const forgot = (who: TestUser) => () => fixtures.call(undefined, 'POST', '/auth/forgot-password', { email: who.email });

  it('a reset mail is German after PATCH /ext/me has chosen German, and English before', async () => {
    const worker = await fixtures.createUser('gerda', 'worker');
    const english = await mailTo(worker, forgot(worker));
    assert.match(english.text, /^Hello gerda,\n\nA new password was requested for your Callout account\./);
    assert.match(english.html, /<html lang="en">/);
    await choose(worker, 'de');
    const german = await mailTo(worker, forgot(worker));
    assert.match(german.text, /^Guten Tag gerda,\n\nFür Ihr Callout-Konto wurde ein neues Passwort angefordert/);
    assert.match(german.text, /https:\/\/callout\.example\.com\/app\/reset-password#token=[\w-]{43}/);
    assert.match(german.html, /<html lang="de">[\s\S]*>Neues Passwort festlegen<\/a>/);
  });

  it('mails about a confirmed account, a changed password, a second factor and an enabled account are German', async () => {
    const worker = await fixtures.createUser('gitta', 'worker', { confirmed_at: null, language: 'de' });
    const confirmed = await mailTo(worker, () => fixtures.call(root, 'POST', `/users/${worker.id}/confirm`));
    assert.match(confirmed.text, /Ihr Callout-Konto wurde freigegeben/);

    const login = await fixtures.call(undefined, 'POST', '/auth/login', { email: worker.email, password });
    const headers = { authorization: `Bearer ${login.body.token}` };
    const change = { current: password, new: 'another-horse-2' };
    const changed = await mailTo(worker, () => fixtures.call(undefined, 'POST', '/ext/password', change, headers));
    assert.match(changed.text, /Das Passwort Ihres Callout-Kontos wurde geändert/);

    const setup = await fixtures.transaction((tx) =>
      tx
        .insertInto('totp')
        .values({ user_id: worker.id, secret: Buffer.alloc(48), created_at: fixtures.now, confirmed_at: fixtures.now })
        .execute(),
    );
    assert.equal(setup.length, 1);
    const reset = await mailTo(worker, () => fixtures.call(root, 'DELETE', `/ext/users/${worker.id}/mfa`));
    assert.match(reset.text, /Ein Admin hat die Zwei-Faktor-Anmeldung für Ihr Callout-Konto zurückgesetzt/);

    const admin = await fixtures.createUser('greta', 'admin', { language: 'de' });
    await fixtures.call(admin, 'PATCH', `/users/${worker.id}`, { is_active: false });
    const enabled = await mailTo(admin, () => fixtures.call(root, 'PATCH', `/users/${worker.id}`, { is_active: true }));
    assert.match(
      enabled.text,
      /Das Konto von gitta \(gitta@example\.com\), das Sie deaktiviert hatten, wurde von root wieder aktiviert\./,
    );
  });
});

describe('messages in the language of the account', () => {
  before(async () => {
    await choose(anna, 'de');
    await fixtures.call(anna, 'PUT', '/auth/messenger', { target: '4711' });
    await forgetTickets();
    await fixtures.clearDeliveries();
  });

  it('a reminder is German, with the words of the console', async () => {
    const id = await fixtures.createTicket({ category: 'plumbing', priority: 'high', floor: '3', description: 'Hahn <tropft>' });
    fixtures.advanceClock(26 * hour);
    await remindOfNewTickets(fixtures.deps);
    await fixtures.deliver('messages');
    const text = lastMessage();
    for (const part of [
      `Auftrag #${id} wartet noch auf einen Handwerker`,
      'Er wurde vor 1 Tag 2 Stunden erstellt und noch nicht übernommen.',
      'Etage 3',
      `${de.labels.category.plumbing}, Priorität: ${de.labels.priority.high}`,
      'Hahn <tropft>',
    ])
      assert(text.includes(part), `${part} in ${text}`);
  });

  it('the message about a ticket that a rule created is German', async () => {
    const rule = { anchor_at: '2030-01-01T08:00:00Z', category: 'other', description: 'Filter tauschen', period_days: 7 };
    const { body } = await fixtures.call(anna, 'POST', '/recurring', { ...rule, object_id: fixtures.lobby });
    const run = await fixtures.call(anna, 'POST', `/recurring/${body.id}/run`);
    assert.equal(run.status, 201);
    await fixtures.deliver('messages');
    assert.match(lastMessage(), /^Ein Zeitplan hat den Auftrag #\d+ erstellt\nEr wurde vor weniger als einer Minute erstellt\./);
  });

  it('POST /ext/messenger/test sends a German message', async () => {
    fixtures.advanceClock(300_000);
    assert.equal((await fixtures.call(anna, 'POST', '/ext/messenger/test')).status, 200);
    assert.equal(lastMessage(), 'Das ist ein Test. Hier erhalten Sie Mitteilungen zu Ihren Aufträgen.');
  });
});

describe('replies of a bot', () => {
  let stopPollers = async (): Promise<void> => {};
  after(() => stopPollers());
  before(async () => {
    const log = pino({ level: 'silent' });
    const notifications = new NotificationListener({ connectionString: fixtures.url }, log);
    const pollers = new PollerPool({ ...fixtures.deps, log }, notifications);
    stopPollers = async () => {
      await pollers.stop();
      await notifications.close();
    };
    await botApi.waitFor(() => botApi.polls(shared) === 1);
  });

  async function replyTo(chat: number, text: string): Promise<string> {
    fixtures.advanceClock(10_000); // one reply per chat in 10 s
    const sent = botApi.sent(shared).length;
    botApi.receiveMessage(shared, chat, text);
    await botApi.waitFor(() => botApi.updatesPending(shared) === 0);
    await fixtures.deliver('answers');
    return botApi.sent(shared)[sent]?.readable ?? '';
  }
  async function newCode(who: TestUser): Promise<string> {
    fixtures.advanceClock(300_000);
    return (await fixtures.call(who, 'POST', '/auth/messenger/code')).body.code;
  }

  it('a bot replies in the language of the account that the chat is bound to', async () => {
    await choose(anna, 'de');
    const replies = textsIn('de').botReplies;
    const code = await newCode(anna);
    assert.equal(await replyTo(21, code), replies.bound);
    assert.equal(await replyTo(22, code), replies.expired);
    assert.equal(await replyTo(21, '/status'), replies.bound_here);
    assert.equal(await replyTo(21, '/start'), replies.welcome);
    await choose(anna, 'pl');
    assert.equal(await replyTo(21, '/status'), textsIn('pl').botReplies.bound_here);
    await choose(anna, 'de');
    assert.equal(await replyTo(21, '/stop'), replies.stopped);
  });

  it('a bot replies in English to chats that are bound to no account, and to accounts without a language', async () => {
    const replies = textsIn('en').botReplies;
    assert.equal(await replyTo(23, '/start'), replies.welcome);
    assert.equal(await replyTo(23, '/status'), replies.not_bound);
    assert.equal(await replyTo(23, '/start nothing'), replies.unknown);
    assert.equal(await replyTo(23, await newCode(boris)), replies.bound);
    assert.equal(await replyTo(23, '/stop'), replies.stopped);
  });
});

describe('the texts of mails and messages', () => {
  it('categories and priorities have the names of the console', () => {
    for (const [language, messages] of Object.entries({ en, de, pl })) {
      const { category, priority } = textsIn(language as Language);
      assert.deepEqual({ category, priority }, { category: messages.labels.category, priority: messages.labels.priority });
    }
  });

  it('a floor that is a number is named as one, and another one is shown as it is', () => {
    const floors = (language: Language) => ['3', '-1', 'Basement'].map((floor) => textsIn(language).ticket.floor(floor));
    assert.deepEqual(floors('en'), ['Floor 3', 'Floor -1', 'Basement']);
    assert.deepEqual(floors('de'), ['Etage 3', 'Etage -1', 'Basement']);
    assert.deepEqual(floors('pl'), ['Piętro 3', 'Piętro -1', 'Basement']);
  });

  it('a duration has the plural forms of its language', () => {
    const minutes = (language: Language) => [1, 2, 5, 22].map((count) => textsIn(language).ticket.duration(count * 60_000));
    assert.deepEqual(minutes('en'), ['1 minute', '2 minutes', '5 minutes', '22 minutes']);
    assert.deepEqual(minutes('de'), ['1 Minute', '2 Minuten', '5 Minuten', '22 Minuten']);
    assert.deepEqual(minutes('pl'), ['1 minutę', '2 minuty', '5 minut', '22 minuty']);
    assert.equal(textsIn('pl').ticket.duration(0), 'mniej niż minutę');
  });
});
