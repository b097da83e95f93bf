import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
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
const token = '100:global-secret';
botApi.addBot({ token, username: 'callout_bot' });
for (const [id, first_name] of [
  [11, 'Anna'],
  [12, 'Boris'],
] as const)
  botApi.addChat(token, { id, type: 'private', first_name });

const fixtures = await Fixtures.create({
  MESSENGER_API_ROOT: botApi.url,
  MESSENGER_BOT_TOKEN: token,
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(smtp.port),
  MAIL_FROM: 'callout@example.com',
  PUBLIC_URL: 'https://callout.example.com',
});
const { anna, boris, root } = fixtures;
const hour = 3_600_000;

async function choose(who: TestUser, language: Language): Promise<void> {
  assert.equal((await fixtures.call(who, 'PATCH', '/ext/me', { language })).status, 200);
}
const lastMessage = (): string => botApi.sent(token).at(-1)?.readable ?? '';

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
    assert.match(enabled.text, /Das Konto von gitta \(gitta@example\.com\), das Sie gesperrt hatten, wurde von root entsperrt\./);
  });
});

describe('messages in the language of the account', () => {
  before(async () => {
    await choose(anna, 'de');
    await fixtures.call(anna, 'PUT', '/auth/messenger', { target: '11' });
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
  const log = pino({ level: 'silent' });
  const notifications = new NotificationListener({ connectionString: fixtures.url }, log);
  const pollers = new PollerPool({ ...fixtures.deps, log }, notifications);
  before(() => botApi.waitFor(() => botApi.polls(token) === 1));
  after(async () => {
    await pollers.stop();
    await notifications.close();
  });

  async function replyTo(chat: number, text: string): Promise<string> {
    fixtures.advanceClock(10_000); // one reply per chat in 10 s
    const sent = botApi.sent(token).length;
    botApi.receiveMessage(token, chat, text);
    await botApi.waitFor(() => botApi.updatesPending(token) === 0);
    await fixtures.deliver('answers');
    return botApi.sent(token)[sent]?.readable ?? '';
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
