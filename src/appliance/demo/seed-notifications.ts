import { sql } from 'kysely';
import { createFanOut } from '../../outbound/notifications/fan-out.ts';
import { remindOfConfirmations } from '../../outbound/notifications/waiting-confirmations.ts';
import { noTenant } from '../../platform/deliveries/queue.ts';
import { plus } from '../../platform/lib/clock.ts';
import { minutes } from '../../platform/lib/duration.ts';
import type { SeededData } from './seed-accounts.ts';

/** What happened earlier is in no inbox. */
const notifiedDays = 2;
const unreadHours = 20;
const readAfterMinutes = 35;

/**
 * Fills the inboxes with what happened in the last days, by the fan-out of the service; what is older than a working day is read.
 * Nobody has a channel turned on, so nothing is sent.
 */
export async function seedNotifications({ deps, timeline }: SeededData): Promise<void> {
  const { db } = deps;
  const fanOut = createFanOut(deps);
  const since = timeline.ago({ days: notifiedDays });
  const notify = (at: Date, payload: Parameters<typeof fanOut>[0]['payload']): void =>
    timeline.schedule(at, () =>
      fanOut({ id: 0, tenant: noTenant, payload, created_at: at.toISOString(), attempts: 1, lease: '', last_error: null }),
    );
  const entries = await db.read
    .selectFrom('ticket_events')
    .select(['id', 'ticket_id', 'action', 'created_at'])
    .where('created_at', '>=', since.toISOString())
    .orderBy('id')
    .execute();
  for (const { id, ticket_id, action, created_at } of entries)
    notify(new Date(created_at), { kind: 'ticket_event', event_id: id, ticket_id, action });
  const handBacks = await db.read
    .selectFrom('ticket_hand_backs')
    .select(['id', 'ticket_id', 'created_at'])
    .where('created_at', '>=', since.toISOString())
    .execute();
  for (const { id, ticket_id, created_at } of handBacks)
    notify(new Date(created_at), { kind: 'hand_back', ticket_id, hand_back_id: id });
  const edits = await db.read
    .selectFrom('ticket_edits as e')
    .innerJoin('tickets as t', 't.id', 'e.ticket_id')
    .select(['e.ticket_id', 't.worker_id', 'e.created_at'])
    .select(sql<number[]>`array_agg(e.id order by e.id)`.as('edit_ids'))
    .groupBy(['e.ticket_id', 't.worker_id', 'e.created_at'])
    .execute();
  for (const { created_at, ...edit } of edits) notify(new Date(created_at), { kind: 'ticket_edited', ...edit });
  const holds = await db.read
    .selectFrom('ticket_holds')
    .select(['id', 'ticket_id', 'since', 'by_id'])
    .where('since', '>=', since.toISOString())
    .execute();
  for (const { id, ticket_id, since: at, by_id } of holds)
    notify(new Date(at), { kind: 'ticket_on_hold', ticket_id, hold_id: id, actor_id: by_id });
  const appointments = await db.read
    .selectFrom('ticket_appointments')
    .select(['id', 'ticket_id', 'set_at', 'set_by'])
    .where('set_at', '>=', since.toISOString())
    .execute();
  for (const { id, ticket_id, set_at, set_by } of appointments)
    notify(new Date(set_at), { kind: 'appointment_set', ticket_id, appointment_id: id, actor_id: set_by });
  const quotes = await db.read
    .selectFrom('ticket_quotes')
    .select(['id', 'ticket_id', 'sent_at', 'sent_by'])
    .where('sent_at', '>=', since.toISOString())
    .execute();
  for (const { id, ticket_id, sent_at, sent_by } of quotes)
    if (sent_by) notify(new Date(sent_at), { kind: 'quote_sent', ticket_id, quote_id: id, actor_id: sent_by });
  const comments = await db.read
    .selectFrom('ticket_comments')
    .select(['id as comment_id', 'ticket_id', 'author_id', 'author_name', 'text', 'is_internal', 'created_at'])
    .where('created_at', '>=', since.toISOString())
    .execute();
  for (const { created_at, author_id, is_internal, ...comment } of comments) {
    const kind = is_internal ? 'internal_comment_added' : 'comment_added';
    notify(new Date(created_at), { kind, author_id, ...comment });
  }
  const invitations = await db.read
    .selectFrom('project_workers as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .select(['m.project_id', 'm.worker_id', 'm.invited_at', 'm.expires_at', 'p.client_id'])
    .where('m.status', '=', 'invited')
    .where('m.invited_at', '>=', since.toISOString())
    .execute();
  for (const { project_id, worker_id, invited_at, expires_at, client_id } of invitations)
    notify(new Date(invited_at), {
      kind: 'invitation',
      project_id,
      worker_id,
      actor_id: client_id,
      expires_at: expires_at ?? '',
    });
  for (let days = notifiedDays; days >= 0; days--) timeline.schedule(timeline.ago({ days }), () => remindOfConfirmations(deps));
  await timeline.run();
  await markOldAsRead(deps, timeline.ago({ hours: unreadHours }));
}

async function markOldAsRead({ db }: SeededData['deps'], before: Date): Promise<void> {
  const old = await db.read
    .selectFrom('notifications')
    .select(['id', 'created_at'])
    .where('created_at', '<', before.toISOString())
    .where('read_at', 'is', null)
    .execute();
  await db.transaction(async (tx) => {
    for (const { id, created_at } of old) {
      const read_at = plus(new Date(created_at), minutes(readAfterMinutes));
      await tx.updateTable('notifications').set({ read_at }).where('id', '=', id).execute();
    }
  });
}
