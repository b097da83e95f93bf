import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { releaseWaiting } from '../../src/outbound/notifications/sends.ts';
import { hours, minutes } from '../../src/platform/lib/duration.ts';
import {
  anna,
  at,
  botApi,
  decisions,
  deliver,
  fixtures,
  ivan,
  newMails,
  newMessages,
  off,
  patch,
  quietHours,
  root,
  smtp,
  subjects,
  turnOn,
  wanda,
} from './channel-fixtures.ts';

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
    await releaseWaiting(fixtures.deps);
    await deliver();
    assert.equal(newMails().length, 0);
    at('2026-11-11T06:00:00Z');
    await releaseWaiting(fixtures.deps);
    await deliver();
    assert.deepEqual(subjects(), ['Ready for your confirmation: The lamp is dark']);
    assert.deepEqual(await decisions(anna), ['ticket_done email sent', 'ticket_started email dropped newer_of_ticket']);
    assert.equal((await fixtures.call(anna, 'GET', `/tickets/${id}`)).body.status, 'done');
  });

  it('tell of a ticket of high priority in quiet hours only if the person wants that', async () => {
    at('2026-11-12T23:00:00Z');
    await turnOn(wanda, ['ticket_available'], ['messenger'], { quiet_hours: quietHours });
    await fixtures.createTicket({ priority: 'high' });
    await deliver();
    assert.equal(newMessages().length, 1);
    await turnOn(wanda, ['ticket_available'], ['messenger'], { quiet_hours: { ...quietHours, urgent_breaks: false } });
    await fixtures.createTicket({ priority: 'high' });
    await deliver();
    assert.equal(newMessages().length, 1);
  });

  it('drop what was read in the console while it waited', async () => {
    at('2026-11-13T23:00:00Z');
    await turnOn(anna, ['ticket_done'], ['email'], { quiet_hours: quietHours });
    await fixtures.createTicketWithStatus('done');
    await deliver();
    await fixtures.call(anna, 'POST', '/ext/notifications/read', { all: true });
    at('2026-11-14T06:00:00Z');
    await releaseWaiting(fixtures.deps);
    await deliver();
    assert.deepEqual([newMails().length, await decisions(anna)], [0, ['ticket_done email dropped read']]);
  });

  it('tell everything of a day in one digest at its hour', async () => {
    at('2026-11-15T12:00:00Z');
    const digest = { digest: 'daily', digest_at: '18:00', timezone: 'Europe/Berlin' };
    await turnOn(anna, ['ticket_done'], ['email'], digest);
    await fixtures.createTicketWithStatus('done');
    fixtures.advanceClock(minutes(30));
    await fixtures.createTicketWithStatus('done');
    await deliver();
    assert.equal(newMails().length, 0);
    at('2026-11-15T17:00:00Z');
    await releaseWaiting(fixtures.deps);
    await deliver();
    assert.deepEqual(subjects(), ['2 notifications']);
    assert.equal(newMails()[0]?.html.match(/<h2/g)?.length, 2);
    assert.deepEqual(await decisions(anna), ['ticket_done email sent', 'ticket_done email sent']);
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

  it('refuse events of other roles and unknown ones, unknown time zones and impossible times', async () => {
    const settings = { events: {}, quiet_hours: null, digest: 'none' };
    for (const wrong of [
      { events: { ticket_done: off } },
      { events: { ticket_lost: off } },
      { events: { ['__proto__']: off, ticket_assigned: off } },
      { events: { ticket_assigned: { messenger: true } } },
      { quiet_hours: { ...quietHours, timezone: 'Europe/Nowhere' } },
      { quiet_hours: { ...quietHours, from: '25:00' } },
      { quiet_hours: { from: '22:00' } },
      { digest: 'hourly' },
      { digest_at: '7' },
      { timezone: '' },
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
