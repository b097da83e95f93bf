import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { releaseWaiting, tidyUp } from '../../src/outbound/notifications/sends.ts';
import { remindOfConfirmations } from '../../src/outbound/notifications/waiting-confirmations.ts';
import { days, hours, minutes } from '../../src/platform/lib/duration.ts';
import { waitForLockWait } from '../../testing/wait.ts';
import {
  anna,
  at,
  botApi,
  decisions,
  deliver,
  fixtures,
  newMails,
  newMessages,
  patch,
  quietHours,
  root,
  smtp,
  subjects,
  token,
  turnOn,
  wanda,
} from './channel-fixtures.ts';

// What changes between the moment in which somebody is told and the moment in which a message is sent.

const release = () => releaseWaiting(fixtures.deps);
const daily = { digest: 'daily', digest_at: '18:00', timezone: 'Europe/Berlin' };

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
    await release();
    await deliver();
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
    await release();
    await deliver();
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
    await release();
    await deliver();
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
    await release();
    await deliver();
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
    await release();
    await deliver();
    assert.deepEqual(await decisions(anna), ['confirmation_waiting email sent', 'ticket_done email dropped newer_of_ticket']);
  });
});
