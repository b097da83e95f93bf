import assert from 'node:assert/strict';
import { it } from 'node:test';
import { noTenant } from '../../src/platform/deliveries/queue.ts';
import { minutes } from '../../src/platform/lib/duration.ts';
import { notifySteps } from '../../src/product/deadlines/notify-steps.ts';
import { applyChangedTargets } from '../../src/product/deadlines/refresh.ts';
import type { TestUser } from '../../testing/fixtures.ts';
import {
  anna,
  decisions,
  deliver,
  fixtures,
  ivan,
  newMails,
  newMessages,
  patch,
  quietHours,
  root,
  subjects,
  turnOn,
  wanda,
} from './channel-fixtures.ts';

// Who is told of deadlines, where, and when not any more.

const targets = { timezone: 'UTC', take_within_minutes: { normal: 60 }, finish_within_minutes: { normal: 240 } };
assert.equal((await fixtures.call(anna, 'PUT', `/ext/projects/${fixtures.tower}/targets`, targets)).status, 200);

async function after(minutesLater: number): Promise<void> {
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
  await after(45);
  await deliver();
  assert.deepEqual(await inbox(anna), ['take due_soon']);
  assert.deepEqual(await inbox(wanda), ['take due_soon']);
  for (const who of [root, ivan]) assert.deepEqual(await inbox(who), [], who.name);
  await after(15);
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
  await after(180);
  await after(60);
  await deliver();
  assert.deepEqual(subjects(), ['Overdue: The lamp is dark']);
  assert.match(newMails()[0]?.text ?? '', /The work was not finished in time\./);
  assert.match(newMessages().join('\n'), /Overdue: The lamp is dark/);
  assert.deepEqual(await inbox(root), ['finish overdue']);
  assert.equal((await fixtures.call(anna, 'GET', `/ext/tickets/${id}`)).body.deadline.finish_state, 'overdue');
  await patch(wanda, id, 'done');
});

it('a deadline that was kept in the meantime is told to nobody', async () => {
  const id = await fixtures.createTicket();
  await after(45);
  await patch(wanda, id, 'take');
  await deliver();
  assert.deepEqual(await inbox(anna), []);
  await patch(anna, id, 'cancel', { reason: 'a mistake' });
});

it('a message that waited is not sent when the deadline was kept or moved', async () => {
  await turnOn(anna, ['due_soon'], ['email'], { quiet_hours: quietHours });
  fixtures.now = new Date('2026-06-01T22:00:00Z');
  const [kept, moved] = [await fixtures.createTicket(), await fixtures.createTicket()];
  await after(45);
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
