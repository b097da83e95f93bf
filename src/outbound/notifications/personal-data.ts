import { sql } from 'kysely';
import {
  type FormerAccount,
  forEachTicketBatch,
  manyOwnRows,
  ownRows,
  type PersonalTable,
} from '../../platform/capability/personal-data.ts';
import type { Tx } from '../../platform/database/database.ts';

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

/** What others are told that the account did: by its entry in the journal, its comment, its correction, its hand-back or its invitation. */
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
        select ticket_id, 'edit:' || id from ticket_edits where ticket_id = any(${ids}::integer[]) and actor_id = ${id}
        union all
        select ticket_id, 'hand_back:' || id from ticket_hand_backs
        where ticket_id = any(${ids}::integer[]) and case when actor_name = '' then worker_id else actor_id end = ${id}
      ) as done
      where n.ticket_id = done.ticket_id and n.cause = done.cause and n.params ? 'actor_name'`.execute(tx),
  );
  // An invitation does not say who sent it but by the name.
  await sql`
    update notifications as n set ${named}
    where n.project_id is not null and n.event = 'invitation' and n.params ->> 'actor_name' = any(${[...formerNames]}::text[])
  `.execute(tx);
}
