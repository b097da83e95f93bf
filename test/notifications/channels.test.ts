import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { createSendHandler } from '../../src/outbound/notifications/send-handler.ts';
import { releaseWaiting, tidyUp } from '../../src/outbound/notifications/sends.ts';
import { remindOfConfirmations } from '../../src/outbound/notifications/waiting-confirmations.ts';
import { noTenant } from '../../src/platform/deliveries/queue.ts';
import { days, hours, minutes } from '../../src/platform/lib/duration.ts';
import { replyAddress } from '../../src/product/intake/email/reply-address.ts';
import { notifySteps } from '../../src/product/tickets/deadlines/notify-steps.ts';
import { applyChangedTargets } from '../../src/product/tickets/deadlines/refresh.ts';
import { startFakeBotApi } from '../../testing/fake-bot-api.ts';
import { Fixtures, type TestUser } from '../../testing/fixtures.ts';
import { startSmtpServer } from '../../testing/smtp-server.ts';
import { waitForLockWait } from '../../testing/wait.ts';

// Anna is told by mail, wanda in a chat; the clock is moved.

const botApi = await startFakeBotApi();
const smtp = await startSmtpServer();
after(() => botApi.stop());
after(() => smtp.stop());
const token = '100:global-secret';
botApi.addBot({ token, username: 'callout_bot' });
botApi.addChat(token, { id: 4711, type: 'private', first_name: 'Wanda' });

const fixtures = await Fixtures.create({
  MESSENGER_API_ROOT: botApi.url,
  MESSENGER_BOT_TOKEN: token,
  PUBLIC_URL: 'https://callout.example.com',
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(smtp.port),
  MAIL_FROM: 'Callout <callout@example.com>',
  IMAP_HOST: '127.0.0.1',
  IMAP_USER: 'callout',
  IMAP_PASSWORD: 'secret',
  INTAKE_ADDRESS: 'callout@example.com',
});
const { anna, wanda, ivan, root } = fixtures;

type Channel = 'messenger' | 'email';
const off = { messenger: false, email: false, push: false };
const quietHours = { from: '22:00', to: '07:00', timezone: 'Europe/Berlin', urgent_breaks: true };

async function turnOn(who: TestUser, events: string[], on: Channel[], more: object = {}): Promise<void> {
  const switches = { ...off, ...Object.fromEntries(on.map((channel) => [channel, true])) };
  const settings = {
    events: Object.fromEntries(events.map((event) => [event, switches])),
    quiet_hours: null,
    digest: 'none',
    ...more,
  };
  const { status, body } = await fixtures.call(who, 'PUT', '/ext/notifications/preferences', settings);
  assert.equal(status, 200, JSON.stringify(body));
}

/** Does what the workers of the queues do, once each. */
async function deliver(): Promise<void> {
  for (const queue of ['notifications', 'notification_messages', 'notification_mails'] as const) await fixtures.deliver(queue);
}

async function decisions(who: TestUser, by = who): Promise<string[]> {
  const query = by === who ? '' : `?user_id=${who.id}`;
  const { body } = await fixtures.call(by, 'GET', `/ext/notifications/deliveries${query}`);
  return body.items.flatMap(({ event, sends }: { event: string; sends: Record<string, string>[] }) =>
    sends.map(({ channel, state, reason }) => [event, channel, state, reason].filter(Boolean).join(' ')),
  );
}

const patch = (who: TestUser, id: number, operation: string, body?: object) =>
  fixtures.call(who, 'PATCH', `/tickets/${id}/${operation}`, body);
const messages = () => botApi.sent(token).map(({ readable }) => readable);
const at = (time: string): void => {
  fixtures.now = new Date(time);
};

let seen = { messages: 0, mails: 0 };
const newMessages = (): string[] => messages().slice(seen.messages);
const newMails = () => smtp.mails().slice(seen.mails);
const subjects = () => newMails().map(({ headers }) => headers['subject']);

beforeEach(async () => {
  await fixtures.clearDeliveries();
  await fixtures.transaction((tx) => tx.deleteFrom('notifications').execute());
  await fixtures.transaction((tx) => tx.deleteFrom('notification_preferences').execute());
  await fixtures.transaction((tx) =>
    tx.updateTable('users').set({ messenger_target: '4711', messenger_refused_at: null }).where('id', '=', wanda.id).execute(),
  );
  seen = { messages: messages().length, mails: smtp.mails().length };
});

const daily = { digest: 'daily', digest_at: '18:00', timezone: 'Europe/Berlin' };
const release = () => releaseWaiting(fixtures.deps);
const releaseAndDeliver = async (): Promise<void> => {
  await release();
  await deliver();
};

describe('channels', () => {
  it('send nothing until somebody turns them on', async () => {
    await fixtures.createTicket();
    await deliver();
    assert.deepEqual([newMessages(), newMails().length, await decisions(wanda)], [[], 0, []]);
  });

  it('send a message that says what happened, where and how to open it', async () => {
    await turnOn(wanda, ['ticket_assigned'], ['messenger']);
    const id = await fixtures.createTicket({ description: 'Lamp <b>dark</b>', priority: 'high' });
    await patch(anna, id, 'assign', { worker_id: wanda.id });
    await deliver();
    assert.deepEqual(newMessages(), [
      `Assigned to you: Lamp <b>dark</b>\nanna assigned this job to you.\nHigh priority\nLobby · #${id}\nhttps://callout.example.com/app/tickets/${id}`,
    ]);
    assert.deepEqual(await decisions(wanda), ['ticket_assigned messenger sent']);
  });

  it('send a mail as text and HTML that one click unsubscribes', async () => {
    await turnOn(anna, ['ticket_done'], ['email']);
    const id = await fixtures.createTicketWithStatus('done');
    await deliver();
    const [mail] = newMails();
    assert(mail);
    assert.deepEqual([mail.to, mail.headers['subject']], [['anna@example.com'], 'Ready for your confirmation: The lamp is dark']);
    assert.match(mail.text, new RegExp(`wanda has finished the work\\. Please check it\\.[\\s\\S]*/app/tickets/${id}`));
    assert.match(mail.html, new RegExp(`<a href="https://callout.example.com/app/tickets/${id}"`));
    assert.equal(mail.headers['list-unsubscribe-post'], 'List-Unsubscribe=One-Click');
    assert.equal(mail.headers['references'], `<ticket-${id}@callout.example.com>`);
    assert.equal(mail.headers['reply-to'], replyAddress(fixtures.deps.config, anna.id, id));
    assert.match(mail.headers['message-id'] ?? '', /^<[\da-f-]{36}\.callout@/);
    assert.deepEqual([mail.headers['auto-submitted'], mail.headers['x-auto-response-suppress']], ['auto-generated', 'All']);
    const path = /^<https:\/\/callout\.example\.com(\/ext\/notifications\/unsubscribe\?key=[\w-]+)>$/.exec(
      mail.headers['list-unsubscribe'] ?? '',
    )?.[1];
    assert(path, 'a link');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fixtures.call(undefined, 'POST', path, 'List-Unsubscribe=One-Click', form);
    assert.deepEqual([answer.status, answer.body], [200, { ok: true }]);
    const { body } = await fixtures.call(anna, 'GET', '/ext/notifications/preferences');
    assert.equal(body.events.ticket_done.email, false);
    await fixtures.createTicketWithStatus('done');
    await deliver();
    assert.equal(newMails().length, 1);
  });

  it('send what somebody wrote in a comment', async () => {
    await turnOn(wanda, ['comment_added'], ['messenger']);
    await turnOn(anna, ['comment_added'], ['email']);
    const id = await fixtures.createTicketWithStatus('assigned');
    await fixtures.call(root, 'POST', `/ext/tickets/${id}/comments`, { text: 'The key is <b>next door</b>' });
    await deliver();
    assert.deepEqual(newMessages(), [
      `New comment: The lamp is dark\nroot wrote:\nThe key is <b>next door</b>\nLobby · #${id}\nhttps://callout.example.com/app/tickets/${id}`,
    ]);
    const [mail] = newMails();
    assert.match(mail?.text ?? '', /root wrote:\nThe key is <b>next door<\/b>/);
    assert.match(mail?.html ?? '', /The key is &lt;b&gt;next door/);
  });

  it('send a mail about an internal comment without its text, and without an address whose replies the client would read', async () => {
    await turnOn(wanda, ['comment_added'], ['email']);
    const id = await fixtures.createTicketWithStatus('assigned');
    for (const comment of [{ text: 'For both' }, { text: 'Between us', internal: true }])
      await fixtures.call(root, 'POST', `/ext/tickets/${id}/comments`, comment);
    await deliver();
    const mails = newMails().map(({ text, headers }) => [
      text.includes('For both'),
      text.includes('Between us'),
      headers['reply-to'],
    ]);
    assert.deepEqual(mails.sort(), [
      [false, false, undefined],
      [true, false, replyAddress(fixtures.deps.config, wanda.id, id)],
    ]);
  });

  it('send which fields of a ticket were corrected, and nothing when it was closed before', async () => {
    await turnOn(wanda, ['ticket_edited'], ['messenger']);
    const id = await fixtures.createTicketWithStatus('assigned');
    const edit = (body: object) => fixtures.call(anna, 'PATCH', `/ext/tickets/${id}`, body);
    await edit({ description: 'The lift stops', priority: 'low' });
    await deliver();
    assert.deepEqual(newMessages(), [
      `Job changed: The lift stops\nanna has changed this job.\nChanged: description, priority\nLobby · #${id}\nhttps://callout.example.com/app/tickets/${id}`,
    ]);
    await edit({ floor: '3' });
    await fixtures.deliver('notifications');
    await patch(anna, id, 'cancel', { reason: 'It works again' });
    await deliver();
    assert.equal(newMessages().length, 1);
  });

  it('drop what is no longer true when it is sent', async () => {
    await turnOn(wanda, ['ticket_available'], ['messenger']);
    const id = await fixtures.createTicket();
    await fixtures.deliver('notifications');
    await patch(anna, id, 'cancel', { reason: 'It works again' });
    await deliver();
    assert.deepEqual(newMessages(), []);
    assert.deepEqual(await decisions(wanda), ['ticket_available messenger dropped not_true']);
  });

  it('drop what its recipient may not see any more', async () => {
    await turnOn(wanda, ['ticket_available'], ['messenger']);
    await fixtures.createTicket();
    await fixtures.deliver('notifications');
    await fixtures.transaction((tx) => tx.deleteFrom('project_workers').where('worker_id', '=', wanda.id).execute());
    await deliver();
    assert.deepEqual(newMessages(), []);
    await fixtures.addMember(fixtures.tower, wanda, 'active');
  });

  it('wait for the end of quiet hours, and then tell of each ticket the newest', async () => {
    at('2026-11-10T22:00:00Z');
    await turnOn(anna, ['ticket_started', 'ticket_done'], ['email'], { quiet_hours: quietHours });
    const id = await fixtures.createTicketWithStatus('done');
    await deliver();
    assert.deepEqual(await decisions(anna), [
      'ticket_done email waiting quiet_hours',
      'ticket_started email waiting quiet_hours',
    ]);
    at('2026-11-11T05:59:00Z');
    await releaseAndDeliver();
    assert.equal(newMails().length, 0);
    at('2026-11-11T06:00:00Z');
    await releaseAndDeliver();
    assert.deepEqual(subjects(), ['Ready for your confirmation: The lamp is dark']);
    assert.deepEqual(await decisions(anna), ['ticket_done email sent', 'ticket_started email dropped newer_of_ticket']);
    assert.equal((await fixtures.call(anna, 'GET', `/tickets/${id}`)).body.status, 'done');
  });

  it('drop what was read in the console while it waited', async () => {
    at('2026-11-13T23:00:00Z');
    await turnOn(anna, ['ticket_done'], ['email'], { quiet_hours: quietHours });
    await fixtures.createTicketWithStatus('done');
    await deliver();
    await fixtures.call(anna, 'POST', '/ext/notifications/read', { all: true });
    at('2026-11-14T06:00:00Z');
    await releaseAndDeliver();
    assert.deepEqual([newMails().length, await decisions(anna)], [0, ['ticket_done email dropped read']]);
  });

  it('drop what was read in the console before its turn came, also without quiet hours', async () => {
    await turnOn(anna, ['ticket_done'], ['email']);
    await fixtures.createTicketWithStatus('done');
    await fixtures.deliver('notifications');
    await fixtures.call(anna, 'POST', '/ext/notifications/read', { all: true });
    await fixtures.deliver('notification_mails');
    assert.deepEqual([newMails().length, await decisions(anna)], [0, ['ticket_done email dropped read']]);
  });

  it('tell everything of a day in one digest at its hour', async () => {
    at('2026-11-15T12:00:00Z');
    await turnOn(anna, ['ticket_done'], ['email'], daily);
    await fixtures.createTicketWithStatus('done');
    fixtures.advanceClock(minutes(30));
    await fixtures.createTicketWithStatus('done');
    await deliver();
    assert.equal(newMails().length, 0);
    at('2026-11-15T17:00:00Z');
    await releaseAndDeliver();
    assert.deepEqual(subjects(), ['2 notifications']);
    assert.equal(newMails()[0]?.html.match(/<h2/g)?.length, 2);
    assert.deepEqual(await decisions(anna), ['ticket_done email sent', 'ticket_done email sent']);
  });

  it('decide a digest of many entries with as many statements as one of two', async (t) => {
    const query = t.mock.method(pg.Client.prototype, 'query');
    const digest = { digest: 'daily', digest_at: '18:00', timezone: 'Europe/Berlin' };
    await turnOn(anna, ['ticket_done'], ['email'], digest);
    let told: string[] = [];
    const handler = createSendHandler(fixtures.deps, async (_userId, items) => {
      told = items.map(({ event }) => event);
      return undefined;
    });
    const statementsFor = async (day: string, done: number): Promise<number> => {
      at(`${day}T12:00:00Z`);
      for (let i = 0; i < done; i++) await fixtures.createTicketWithStatus('done');
      await deliver();
      at(`${day}T17:00:00Z`);
      await releaseWaiting(fixtures.deps);
      const delivery = await fixtures.db.read
        .selectFrom('deliveries')
        .select(['payload', 'created_at'])
        .where('queue', '=', 'notification_mails')
        .$castTo<Parameters<typeof handler>[0]>()
        .executeTakeFirstOrThrow();
      query.mock.resetCalls();
      assert.equal(await handler(delivery), 'sent');
      const statements = query.mock.callCount();
      await deliver();
      return statements;
    };
    const few = await statementsFor('2026-11-16', 2);
    assert.equal(told.length, 2);
    assert.equal(await statementsFor('2026-11-17', 6), few);
    assert.deepEqual(told, Array(6).fill('ticket_done'));
  });

  it('keep the order of the messages of a ticket while the first one fails', async () => {
    await turnOn(wanda, ['ticket_canceled', 'ticket_assigned'], ['messenger']);
    const id = await fixtures.createTicket();
    await patch(anna, id, 'assign', { worker_id: wanda.id });
    await fixtures.deliver('notifications');
    botApi.breakNext('sendMessage', 'reset');
    await fixtures.deliver('notification_messages');
    await patch(anna, id, 'cancel', { reason: 'It works again' });
    await fixtures.deliver('notifications');
    await fixtures.deliver('notification_messages');
    await fixtures.deliver('notification_messages');
    const texts = newMessages();
    assert.equal(texts.length, 1);
    assert.match(texts[0] ?? '', /^Cancelled: /);
    assert.deepEqual(await decisions(wanda), ['ticket_canceled messenger sent', 'ticket_assigned messenger dropped not_true']);
  });

  it('say why nothing came: no chat, a refusal, given up after a day', async () => {
    await turnOn(ivan, ['invitation'], ['messenger', 'email']);
    await fixtures.transaction((tx) => tx.deleteFrom('project_workers').where('worker_id', '=', ivan.id).execute());
    await fixtures.call(anna, 'POST', `/projects/${fixtures.tower}/workers`, { worker_id: ivan.id });
    smtp.refuse('ivan@example.com');
    await deliver();
    assert.deepEqual(await decisions(ivan), ['invitation messenger dropped no_chat', 'invitation email dropped rejected']);

    await turnOn(anna, ['ticket_done'], ['email']);
    await fixtures.createTicketWithStatus('done');
    await fixtures.deliver('notifications');
    fixtures.advanceClock(hours(23));
    smtp.failNext();
    await deliver();
    const [given] = await decisions(anna);
    assert.match(given ?? '', /^ticket_done email failed ./);
  });

  it('decisions about another account are for admins', async () => {
    await turnOn(wanda, ['ticket_available'], ['messenger']);
    await fixtures.createTicket();
    await deliver();
    assert.deepEqual(await decisions(wanda, root), ['ticket_available messenger sent']);
    assert.deepEqual(await decisions(wanda, anna), []);
  });
});

describe('preferences', () => {
  it('have the events of the role, all off, and say which channels work', async () => {
    const { body } = await fixtures.call(wanda, 'GET', '/ext/notifications/preferences');
    assert.deepEqual(body.channels, { messenger: { ready: true }, email: { ready: true }, push: { ready: false } });
    assert(!('ticket_done' in body.events));
    assert.deepEqual(new Set(Object.values(body.events).map((one) => JSON.stringify(one))), new Set([JSON.stringify(off)]));
    assert.deepEqual([body.quiet_hours, body.digest], [null, 'none']);
    const { body: ofAnna } = await fixtures.call(anna, 'GET', '/ext/notifications/preferences');
    assert.deepEqual([ofAnna.channels.messenger.ready, 'ticket_available' in ofAnna.events], [false, false]);
  });

  it('are stored as they were sent, and accepted as they were read', async () => {
    await turnOn(wanda, ['ticket_assigned'], ['messenger'], { quiet_hours: quietHours, digest: 'daily', digest_at: '18:30' });
    const { body } = await fixtures.call(wanda, 'GET', '/ext/notifications/preferences');
    assert.deepEqual([body.quiet_hours, body.digest, body.digest_at], [quietHours, 'daily', '18:30']);
    assert.deepEqual(body.events.ticket_assigned, { ...off, messenger: true });
    const again = await fixtures.call(wanda, 'PUT', '/ext/notifications/preferences', body);
    assert.deepEqual([again.status, again.body], [200, body]);
  });

  it('refuse events of other roles, unknown ones and unknown time zones', async () => {
    const settings = { events: {}, quiet_hours: null, digest: 'none' };
    for (const wrong of [
      { events: { ticket_done: off } },
      { events: { ticket_lost: off } },
      { events: { ['__proto__']: off, ticket_assigned: off } },
      { quiet_hours: { ...quietHours, timezone: 'Europe/Nowhere' } },
      { timezone: '' },
      { timezone: '+02:00' },
      { quiet_hours: { ...quietHours, timezone: '+02:00' } },
      { timezone: '2026-01-01T00:00Z[UTC]' },
    ]) {
      const { status } = await fixtures.call(wanda, 'PUT', '/ext/notifications/preferences', { ...settings, ...wrong });
      assert.equal(status, 400, JSON.stringify(wrong));
    }
    const error = async (event: string) =>
      (await fixtures.call(wanda, 'PUT', '/ext/notifications/preferences', { ...settings, events: { [event]: off } })).body.error;
    assert.equal(await error('ticket_lost'), 'events must not have "ticket_lost"');
    assert.equal(await error('ticket_done'), 'events.ticket_done does not concern a worker');
  });
});

// What changes between the moment in which somebody is told and the moment in which a message is sent.

describe('a message that is sent late', () => {
  it('waits for the end of quiet hours that began while the mail server failed', async () => {
    at('2026-11-10T20:59:00Z');
    await turnOn(anna, ['ticket_done'], ['email'], { quiet_hours: quietHours });
    await fixtures.createTicketWithStatus('done');
    await fixtures.deliver('notifications');
    smtp.failNext();
    await fixtures.deliver('notification_mails');
    at('2026-11-10T21:01:00Z');
    await deliver();
    assert.deepEqual([subjects(), await decisions(anna)], [[], ['ticket_done email waiting quiet_hours']]);
    at('2026-11-11T06:00:00Z');
    await releaseAndDeliver();
    assert.deepEqual([newMails().length, await decisions(anna)], [1, ['ticket_done email sent']]);
  });

  it('does not wait for quiet hours that its high priority may break', async () => {
    at('2026-11-10T20:59:00Z');
    await turnOn(wanda, ['ticket_available'], ['messenger'], { quiet_hours: quietHours });
    await fixtures.createTicket({ priority: 'high' });
    await fixtures.deliver('notifications');
    at('2026-11-10T22:00:00Z');
    await deliver();
    assert.equal(newMessages().length, 1);
  });

  it('of a digest waits for the end of quiet hours as one message', async () => {
    at('2026-11-10T16:00:00Z');
    await turnOn(anna, ['ticket_done'], ['email'], { ...daily, quiet_hours: quietHours });
    for (let i = 0; i < 2; i++) await fixtures.createTicketWithStatus('done');
    await deliver();
    at('2026-11-10T17:00:00Z');
    await release();
    at('2026-11-10T22:00:00Z');
    await deliver();
    assert.deepEqual(await decisions(anna), ['ticket_done email waiting digest', 'ticket_done email waiting digest']);
    at('2026-11-11T06:00:00Z');
    await releaseAndDeliver();
    assert.deepEqual(subjects(), ['2 notifications']);
  });

  it('is dropped when its person has turned it off meanwhile, by the link of a mail, too', async () => {
    at('2026-11-10T12:00:00Z');
    await turnOn(anna, ['ticket_done'], ['email']);
    await fixtures.createTicketWithStatus('done');
    await deliver();
    const [, path] = /<https:\/\/callout\.example\.com(.*)>/.exec(newMails()[0]?.headers['list-unsubscribe'] ?? '') ?? [];
    await turnOn(anna, ['ticket_done'], ['email'], daily);
    await fixtures.createTicketWithStatus('done');
    await deliver();
    assert.equal((await fixtures.call(undefined, 'POST', path ?? '')).status, 200);
    at('2026-11-10T17:00:00Z');
    await releaseAndDeliver();
    assert.deepEqual([newMails().length, (await decisions(anna))[0]], [1, 'ticket_done email dropped turned_off']);
  });

  it('is dropped when its account was disabled meanwhile', async () => {
    await turnOn(anna, ['ticket_done'], ['email']);
    await fixtures.createTicketWithStatus('done');
    await fixtures.deliver('notifications');
    const set = (is_active: boolean) => fixtures.call(root, 'PATCH', `/users/${anna.id}`, { is_active });
    assert.equal((await set(false)).status, 200);
    await deliver();
    assert.equal((await set(true)).status, 200);
    assert.deepEqual([newMails().length, await decisions(anna)], [0, ['ticket_done email dropped disabled']]);
  });

  it('is dropped when the work was done once more, which a message of its own tells', async () => {
    await turnOn(anna, ['ticket_done'], ['email']);
    const id = await fixtures.createTicketWithStatus('done');
    await fixtures.deliver('notifications');
    fixtures.advanceClock(hours(1));
    await patch(anna, id, 'reject', { reason: 'It still flickers' });
    for (const operation of ['start', 'done']) await patch(wanda, id, operation);
    await deliver();
    await deliver();
    assert.deepEqual(await decisions(anna), ['ticket_done email sent', 'ticket_done email dropped not_true']);
  });

  it('reminds of no ticket that was confirmed meanwhile', async () => {
    at('2026-12-01T12:00:00Z'); // no other ticket waits for as long as this one
    await turnOn(anna, ['confirmation_waiting'], ['email']);
    const id = await fixtures.createTicketWithStatus('done');
    fixtures.advanceClock(days(1));
    await remindOfConfirmations(fixtures.deps);
    await patch(anna, id, 'confirm');
    await deliver();
    fixtures.advanceClock(days(1));
    await remindOfConfirmations(fixtures.deps);
    await deliver();
    assert.deepEqual([newMails().length, await decisions(anna)], [0, ['confirmation_waiting email dropped not_true']]);
  });

  it('follows a group that was migrated to another id, and marks a chat that blocks the bot', async () => {
    botApi.addChat(token, { id: -5, type: 'group', title: 'Tower' });
    const target = (messenger_target: string) =>
      fixtures.transaction((tx) => tx.updateTable('users').set({ messenger_target }).where('id', '=', wanda.id).execute());
    await target('-5');
    botApi.migrate(token, -5, -1005);
    await turnOn(wanda, ['ticket_available'], ['messenger']);
    await fixtures.createTicket();
    await deliver();
    await deliver();
    assert.deepEqual(await decisions(wanda), ['ticket_available messenger sent']);
    await target('4711');
    botApi.block(token, 4711);
    await fixtures.createTicket();
    await deliver();
    assert.equal((await decisions(wanda))[0], 'ticket_available messenger dropped rejected');
    const { body } = await fixtures.call(wanda, 'GET', '/ext/notifications/preferences');
    assert.deepEqual(body.channels.messenger, { ready: false });
    botApi.receiveMessage(token, 4711, 'hello again'); // writing lifts the block
  });
});

it('a message waits for an earlier one about its ticket, longer the longer that one fails', async () => {
  at('2026-11-10T12:00:00Z');
  await turnOn(wanda, ['ticket_available', 'ticket_assigned'], ['messenger']);
  const id = await fixtures.createTicket();
  await fixtures.deliver('notifications');
  await patch(anna, id, 'assign', { worker_id: wanda.id });
  await fixtures.deliver('notifications');
  const later = await fixtures.db.read
    .selectFrom('deliveries')
    .select('id')
    .where('queue', '=', 'notification_messages')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  // The earlier one is under way in another instance.
  await fixtures.transaction((tx) =>
    sql`delete from deliveries where queue = 'notification_messages' and id < ${later.id}`.execute(tx),
  );
  const secondsToWait = async (): Promise<number> => {
    await fixtures.deliver('notification_messages');
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from due_at - now())::float8 as seconds from deliveries where id = ${later.id}`.execute(
      fixtures.db.read,
    );
    return Math.ceil(rows[0]?.seconds ?? Number.NaN);
  };
  const waits: number[] = [];
  for (const after of [0, minutes(5), hours(2)]) {
    fixtures.advanceClock(after);
    waits.push(await secondsToWait());
  }
  assert.deepEqual([waits, newMessages()], [[1, 30, 60], []]);
});

describe('the release of what waits', () => {
  /** Two tickets that are done, whose mails wait for the end of quiet hours, at which the clock then is. */
  async function waiting(): Promise<void> {
    at('2026-11-10T22:00:00Z');
    await turnOn(anna, ['ticket_done'], ['email'], { quiet_hours: quietHours });
    for (let i = 0; i < 2; i++) await fixtures.createTicketWithStatus('done');
    await deliver();
    at('2026-11-11T06:00:00Z');
  }

  it('by several instances at once makes one message of each', async () => {
    await waiting();
    await Promise.all([release(), release(), release()]);
    assert.equal((await fixtures.pendingDeliveries('notification_mails')).length, 2);
  });

  it('leaves out what another instance has released since its statement began', async () => {
    await waiting();
    const other = new pg.Client({ connectionString: fixtures.url });
    await other.connect();
    await other.query('begin');
    await other.query("update notification_sends set state = 'queued' where state = 'waiting'");
    const released = release();
    await waitForLockWait(fixtures.db);
    await other.query('commit');
    await other.end();
    await released;
    assert.deepEqual(await fixtures.pendingDeliveries('notification_mails'), []);
  });

  it('sends a digest whose newest entry is told by a later message about the same ticket', async () => {
    at('2026-11-10T12:00:00Z');
    const events = ['ticket_started', 'ticket_done'];
    const night = { quiet_hours: { ...quietHours, from: '17:30', to: '18:00' } };
    await turnOn(anna, events, ['email'], { ...daily, ...night });
    await fixtures.createTicketWithStatus('done');
    const id = await fixtures.createTicketWithStatus('in_progress');
    await deliver();
    await turnOn(anna, events, ['email'], night);
    at('2026-11-10T16:45:00Z');
    await patch(wanda, id, 'done');
    await deliver();
    at('2026-11-10T17:00:00Z');
    await releaseAndDeliver();
    assert.equal(newMails().length, 2);
    assert.deepEqual(await decisions(anna), [
      'ticket_done email sent',
      'ticket_started email dropped newer_of_ticket',
      'ticket_done email sent',
      'ticket_started email dropped newer_of_ticket',
    ]);
  });

  it('after an outage of days is not taken for a lost delivery', async () => {
    await waiting();
    fixtures.advanceClock(days(3));
    await release();
    await tidyUp(fixtures.deps, days(90));
    await deliver();
    assert.equal(newMails().length, 2);
  });

  it('leaves out what a message that was sent at once has told', async () => {
    at('2026-12-10T22:00:00Z');
    const events = ['ticket_done', 'confirmation_waiting'];
    await turnOn(anna, events, ['email'], { quiet_hours: quietHours });
    await fixtures.createTicketWithStatus('done');
    await deliver();
    at('2026-12-11T22:00:00Z'); // the service was down
    await turnOn(anna, events, ['email']);
    await remindOfConfirmations(fixtures.deps);
    await releaseAndDeliver();
    assert.deepEqual(await decisions(anna), ['confirmation_waiting email sent', 'ticket_done email dropped newer_of_ticket']);
  });
});

// What people write reaches messages and mails as text, in the length that the channel takes.
describe('a message in a chat', () => {
  it('of a digest of long entries tells the newest in 4,096 characters, and how many are left out', async () => {
    at('2026-11-15T12:00:00Z');
    await turnOn(wanda, ['ticket_rejected'], ['messenger'], daily);
    const ids: number[] = [];
    for (let i = 0; i < 20; i++) {
      const id = await fixtures.createTicketWithStatus('done');
      await patch(anna, id, 'reject', { reason: `<${i}> ${'It still flickers, '.repeat(100)}`.slice(0, 1_900) });
      ids.push(id);
    }
    await deliver();
    at('2026-11-15T17:00:00Z');
    await releaseAndDeliver();
    const [text = '', ...others] = newMessages();
    assert.equal(others.length, 0);
    assert(text.length <= 4_096 && text.length > 3_000, `${text.length} characters`);
    assert.match(text, new RegExp(`/app/tickets/${ids.at(-1)}\n`));
    const told = ids.filter((id) => text.includes(`/app/tickets/${id}\n`)).length;
    assert(text.endsWith(`\n\nand ${20 - told} more:\nhttps://callout.example.com/app/notifications`), text.slice(-200));
    assert(told >= 2 && told === text.match(/<\d+>/g)?.length, `${told} tickets`);
    assert.deepEqual(new Set(await decisions(wanda)), new Set(['ticket_rejected messenger sent']));
  });

  it('cuts a reason of 2,000 characters that each take two units', async () => {
    await turnOn(wanda, ['ticket_rejected'], ['messenger']);
    const id = await fixtures.createTicketWithStatus('done');
    await patch(anna, id, 'reject', { reason: '💡'.repeat(2_000) });
    await deliver();
    const [text = ''] = newMessages();
    assert.match(text, /^Needs rework: [\s\S]*💡…\nLobby/u);
    assert(text.endsWith(`/app/tickets/${id}`));
  });
});

describe('a mail', () => {
  it('has what people write as text, in its headers and in HTML', async () => {
    await turnOn(anna, ['ticket_done'], ['email']);
    const description = 'Lamp\rBcc: eve@example.com\u2028<img src=x onerror=alert(1)>';
    const id = await fixtures.createTicket({ description });
    for (const operation of ['take', 'start', 'done']) await patch(wanda, id, operation);
    await deliver();
    const [mail] = newMails();
    assert(mail);
    assert.deepEqual([mail.to, 'bcc' in mail.headers, 'cc' in mail.headers], [['anna@example.com'], false, false]);
    assert.match(mail.headers['subject'] ?? '', /^Ready for your confirmation: Lamp/);
    assert(!/<img/.test(mail.html), mail.html);
    assert.match(mail.html, /&lt;img src=x onerror=alert\(1\)&gt;/);
  });

  it('is ended by the key of its own account only', async () => {
    await turnOn(anna, ['ticket_done'], ['email']);
    await turnOn(wanda, ['ticket_assigned'], ['email']);
    const keys = await fixtures.db.read.selectFrom('notification_preferences').select(['user_id', 'mail_key']).execute();
    const keyOf = (id: string) => keys.find(({ user_id }) => user_id === id)?.mail_key ?? '';
    const isOn = async (who: typeof anna, event: string) =>
      (await fixtures.call(who, 'GET', '/ext/notifications/preferences')).body.events[event].email;
    const unsubscribe = async (key: string) =>
      (await fixtures.call(undefined, 'POST', `/ext/notifications/unsubscribe?key=${key}`)).status;
    const guesses = [crypto.randomUUID(), anna.id, keyOf(anna.id).replace(/.$/, (last) => (last === '0' ? '1' : '0'))];
    // The answer is the same for every key, so that none can be looked for.
    for (const guess of guesses) assert.equal(await unsubscribe(guess), 200);
    assert.equal(await unsubscribe('x'), 400);
    assert.deepEqual([await isOn(anna, 'ticket_done'), await isOn(wanda, 'ticket_assigned')], [true, true]);
    assert.equal(await unsubscribe(keyOf(anna.id)), 200);
    assert.deepEqual([await isOn(anna, 'ticket_done'), await isOn(wanda, 'ticket_assigned')], [false, true]);
    assert.match(keyOf(anna.id), /^[0-9a-f]{8}-[0-9a-f]{4}-4/, 'a random UUID');
  });
});

describe('the address of List-Unsubscribe in a browser', () => {
  it('shows a page whose button turns the mails off, in the language of the browser', async () => {
    await turnOn(anna, ['ticket_done'], ['email']);
    const keys = await fixtures.db.read.selectFrom('notification_preferences').select(['user_id', 'mail_key']).execute();
    const key = keys.find(({ user_id }) => user_id === anna.id)?.mail_key;
    const url = `/ext/notifications/unsubscribe?key=${key}`;
    const browser = { accept: 'text/html,*/*;q=0.8', 'accept-language': 'de-AT,de;q=0.9' };
    const isOn = async () => (await fixtures.call(anna, 'GET', '/ext/notifications/preferences')).body.events.ticket_done.email;
    for (const headers of [browser, {}]) {
      const page = await fixtures.call(undefined, 'GET', url, undefined, headers);
      assert.deepEqual([page.status, page.headers['content-type']], [200, 'text/html; charset=utf-8']);
      assert.match(String(page.body), /<form method="post"><button>(Abbestellen|Unsubscribe)<\/button>/);
    }
    assert.equal(await isOn(), true, 'reading changes nothing');
    const form = { ...browser, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fixtures.call(undefined, 'POST', url, '', form);
    assert.deepEqual([answer.status, answer.headers['location']], [303, 'unsubscribed']);
    assert.equal(await isOn(), false);
    const done = await fixtures.call(undefined, 'GET', '/ext/notifications/unsubscribed', undefined, browser);
    assert.match(String(done.body), /Sie erhalten keine Mitteilungen per E-Mail mehr/);
  });
});

describe('notifications of what is deleted', () => {
  const left = async (ids: string[]) => {
    const rows = await fixtures.db.read.selectFrom('notifications').select('user_id').where('user_id', 'in', ids).execute();
    const sends = await fixtures.db.read.selectFrom('notification_sends').select('user_id').where('user_id', 'in', ids).execute();
    return [rows.length, sends.length];
  };

  it('go with their account, and with their project; what was queued is dropped', async () => {
    const client = await fixtures.createUser('carla', 'client');
    const worker = await fixtures.createUser('walter', 'worker');
    const project = await fixtures.createProject(client, 'Barn');
    const object = await fixtures.createObject(client, project, 'Door');
    await fixtures.addMember(project, worker, 'active');
    await turnOn(worker, ['ticket_available', 'invitation'], ['email'], daily);
    const id = await fixtures.createTicket({}, client, object);
    await deliver();
    assert.deepEqual(await left([worker.id]), [1, 1]);
    fixtures.advanceClock(86_400_000);
    await release();
    await patch(client, id, 'cancel', { reason: 'The barn is sold' });
    const deleted = await fixtures.call(fixtures.root, 'DELETE', `/projects/${project}`);
    assert.equal(deleted.status, 200, JSON.stringify(deleted.body));
    assert.deepEqual(await left([worker.id]), [0, 0]);
    await deliver();
    assert.deepEqual([subjects(), await fixtures.pendingDeliveries('notification_mails')], [[], []]);

    await fixtures.call(anna, 'POST', `/projects/${fixtures.tower}/workers`, { worker_id: worker.id });
    await deliver();
    assert.deepEqual(await left([worker.id]), [1, 1]);
    await fixtures.transaction((tx) => tx.deleteFrom('project_workers').where('worker_id', '=', worker.id).execute());
    assert.equal((await fixtures.call(fixtures.root, 'DELETE', `/users/${worker.id}`)).status, 200);
    assert.deepEqual(await left([worker.id]), [0, 0]);
  });
});

// Who is told of deadlines, where, and when not any more.
describe('notifications of deadlines', () => {
  const targets = { timezone: 'UTC', take_within_minutes: { normal: 60 }, finish_within_minutes: { normal: 240 } };
  before(async () => {
    assert.equal((await fixtures.call(anna, 'PUT', `/ext/projects/${fixtures.tower}/targets`, targets)).status, 200);
  });

  async function passMinutes(minutesLater: number): Promise<void> {
    fixtures.advanceClock(minutes(minutesLater));
    await fixtures.deliver('deadlines');
    await notifySteps(fixtures.deps);
  }
  const inbox = async (who: TestUser): Promise<string[]> => {
    const { body } = await fixtures.call(who, 'GET', '/ext/notifications');
    return body.items
      .filter(({ event }: { event: string }) => event === 'due_soon' || event === 'overdue')
      .map(({ event, params }: { event: string; params: { deadline: string } }) => `${params.deadline} ${event}`);
  };

  it('a free ticket that is due soon is told to its client and the members, overdue to admins as well', async () => {
    const id = await fixtures.createTicket();
    await passMinutes(45);
    await deliver();
    assert.deepEqual(await inbox(anna), ['take due_soon']);
    assert.deepEqual(await inbox(wanda), ['take due_soon']);
    for (const who of [root, ivan]) assert.deepEqual(await inbox(who), [], who.name);
    await passMinutes(15);
    await deliver();
    for (const who of [anna, wanda]) assert.deepEqual(await inbox(who), ['take overdue', 'take due_soon'], who.name);
    assert.deepEqual(await inbox(root), ['take overdue']);
    assert.deepEqual(await inbox(ivan), []);
    await patch(anna, id, 'cancel', { reason: 'a mistake' });
  });

  it('work that is late is told to client, worker and admins in the channels that they turned on', async () => {
    await turnOn(anna, ['overdue'], ['email']);
    await turnOn(wanda, ['due_soon', 'overdue'], ['messenger']);
    const id = await fixtures.createTicketWithStatus('in_progress');
    await passMinutes(180);
    await passMinutes(60);
    await deliver();
    assert.deepEqual(subjects(), ['Late: The lamp is dark']);
    assert.match(newMails()[0]?.text ?? '', /The work was not finished in time\./);
    assert.match(newMessages().join('\n'), /Late: The lamp is dark/);
    assert.deepEqual(await inbox(root), ['finish overdue']);
    assert.equal((await fixtures.call(anna, 'GET', `/ext/tickets/${id}`)).body.deadline.finish_state, 'overdue');
    await patch(wanda, id, 'done');
  });

  it('a deadline that was kept in the meantime is told to nobody', async () => {
    const id = await fixtures.createTicket();
    await passMinutes(45);
    await patch(wanda, id, 'take');
    await deliver();
    assert.deepEqual(await inbox(anna), []);
    await patch(anna, id, 'cancel', { reason: 'a mistake' });
  });

  it('a message that waited is not sent when the deadline was kept or moved', async () => {
    await turnOn(anna, ['due_soon'], ['email'], { quiet_hours: quietHours });
    fixtures.now = new Date('2026-06-01T22:00:00Z');
    const [kept, moved] = [await fixtures.createTicket(), await fixtures.createTicket()];
    await passMinutes(45);
    await deliver();
    assert.deepEqual(await decisions(anna), ['due_soon email waiting quiet_hours', 'due_soon email waiting quiet_hours']);
    await patch(wanda, kept, 'take');
    await fixtures.deliver('deadlines');
    const later = { ...targets, take_within_minutes: { normal: 10_000 } };
    assert.equal((await fixtures.call(anna, 'PUT', `/ext/projects/${fixtures.tower}/targets`, later)).status, 200);
    await applyChangedTargets(fixtures.deps);
    await fixtures.transaction((tx) =>
      tx.updateTable('notification_sends').set({ state: 'queued', due_at: fixtures.now }).execute(),
    );
    const sends = await fixtures.db.read.selectFrom('notification_sends').select(['id', 'user_id']).execute();
    const payloads = sends.map(({ id, user_id }) => ({ kind: 'notification' as const, send_id: id, user_id }));
    await fixtures.transaction((tx) =>
      fixtures.deps.deliveries.enqueue(tx as never, 'notification_mails', payloads, noTenant, fixtures.now),
    );
    await deliver();
    assert.deepEqual(await decisions(anna), ['due_soon email dropped not_true', 'due_soon email dropped not_true']);
    assert.deepEqual(subjects(), []);
    await patch(anna, moved, 'cancel', { reason: 'a mistake' });
  });
});
