import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import {
  type FormerAccount,
  forEachTicketBatch,
  manyOwnRows,
  ownRows,
  type PersonalTable,
} from '../../platform/module/personal-data.ts';
import { appointmentCause } from './appointments.ts';
import { holdCause } from './holds.ts';
import { notificationEvents, notificationKinds } from './kinds.ts';
import { quoteAnswerCause, quoteCause } from './quotes.ts';

/** What the tables of notifications keep about people. */
export const notificationData: readonly PersonalTable[] = [
  manyOwnRows('notifications', 'user_id', {
    replaced: ['params'],
    anonymize: async (tx, account) => {
      await manyOwnRows('notifications', 'user_id').anonymize?.(tx, account);
      await replaceActors(tx, account);
    },
  }),
  // They go with their notifications.
  { table: 'notification_sends', rowsOf: (id) => sql`t.user_id = ${id}` },
  ownRows('notification_preferences', 'user_id', {
    kept: { events: 'names of events and channels' },
    secrets: ['mail_key'],
  }),
  ownRows('push_subscriptions', 'user_id', { replaced: ['endpoint'], secrets: ['endpoint', 'p256dh', 'auth'] }),
];

/** Notifications of others about what the account did, or what somebody did for it. */
async function replaceActors(tx: Tx, account: FormerAccount): Promise<void> {
  const { id, name, formerNames } = account;
  const named = sql`params = n.params || jsonb_build_object('actor_name', ${name}::text)`;
  await forEachTicketBatch(account, (ids) =>
    sql`
      update notifications as n set ${named}
      from (
        select ticket_id, 'journal:' || id as cause from ticket_events where ticket_id = any(${ids}::integer[]) and actor_id = ${id}
        union all
        select ticket_id, 'comment:' || id from ticket_comments where ticket_id = any(${ids}::integer[]) and author_id = ${id}
        union all
        select ticket_id, 'hand_back:' || id from ticket_hand_backs
        where ticket_id = any(${ids}::integer[]) and case when actor_name = '' then worker_id else actor_id end = ${id}
        union all
        select ticket_id, 'edit:' || id from ticket_edits where ticket_id = any(${ids}::integer[]) and actor_id = ${id}
        union all
        select ticket_id, ${holdCause} || id from ticket_holds where ticket_id = any(${ids}::integer[]) and by_id = ${id}
        union all
        select ticket_id, ${appointmentCause} || id from ticket_appointments
        where ticket_id = any(${ids}::integer[]) and set_by = ${id}
        union all
        select ticket_id, ${quoteCause} || id from ticket_quotes where ticket_id = any(${ids}::integer[]) and sent_by = ${id}
        union all
        select ticket_id, ${quoteAnswerCause} || id from ticket_quotes
        where ticket_id = any(${ids}::integer[]) and answered_by = ${id}
      ) as done
      where n.ticket_id = done.ticket_id and n.cause = done.cause and n.params ? 'actor_name'`.execute(tx),
  );
  await sql`
    update notifications as n set ${named}
    where n.report_id in (select id from portal_reports where reported_by = ${id}) and n.params ? 'actor_name'`.execute(tx);
  const events = notificationEvents.filter((event) => notificationKinds[event].actorIsKnownByName);
  await sql`
    update notifications as n set ${named}
    where n.event = any(${events}::text[]) and n.params ->> 'actor_name' = any(${[...formerNames]}::text[])`.execute(tx);
  await sql`
    update notifications as n set params = n.params || jsonb_build_object('principal_name', ${name}::text)
    where n.params ->> 'principal_id' = ${id}`.execute(tx);
}
