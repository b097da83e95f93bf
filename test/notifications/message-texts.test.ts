import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { releaseWaiting } from '../../src/outbound/notifications/sends.ts';
import {
  anna,
  at,
  decisions,
  deliver,
  fixtures,
  newMails,
  newMessages,
  patch,
  subjects,
  turnOn,
  wanda,
} from './channel-fixtures.ts';

// What people write reaches messages and mails as text, in the length that the channel takes.

const daily = { digest: 'daily', digest_at: '18:00', timezone: 'Europe/Berlin' };
const release = async (): Promise<void> => {
  await releaseWaiting(fixtures.deps);
  await deliver();
};

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
    await release();
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
    await releaseWaiting(fixtures.deps);
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
