import { type SqlBool, sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { FormerAccount, PersonalTable } from './personal-data.ts';

/** Rows that one statement changes, few enough for the statement timeout. */
const batchRows = 1_000;

/** What the tables of the platform keep about people, which belong to no module. */
export const platformPersonalData: readonly PersonalTable[] = [
  {
    table: 'deliveries',
    replaced: ['payload', 'last_error'],
    isBeforeTickets: true,
    anonymize: anonymizeDeliveries,
  },
  {
    table: 'audit_events',
    replaced: ['actor_name', 'principal_name', 'subject_name', 'detail'],
    kept: { ip: 'the network of a request, kept as long as the event (docs/privacy.md)' },
    rowsOf: (id) => sql<SqlBool>`t.actor_id = ${id} or (t.subject_type = 'user' and t.subject_id = ${id}::text)`,
    // The network from which an admin has changed the account is the admin's.
    ofOthers: {
      rows: (id) => sql<SqlBool>`t.actor_id <> ${id}`,
      columns: [
        ...['id', 'at', 'event', 'actor_id', 'actor_name', 'principal_id', 'principal_name'],
        ...['subject_type', 'subject_id', 'subject_name', 'detail'],
      ],
    },
    anonymize: anonymizeAuditEvents,
  },
  { table: 'idempotency_keys', replaced: ['answer'], anonymize: emptyStoredAnswers },
  { table: 'job_results', kept: { state: 'where a job goes on, such as the number of a ticket' } },
];

/** What waits to be sent to the account is dropped; what is about it for others gets the new name. */
async function anonymizeDeliveries(tx: Tx, { id, name, formerEmailKey }: FormerAccount): Promise<void> {
  await sql`
    delete from deliveries
    where ${id}::text in (payload ->> 'user_id', payload ->> 'admin_id', payload ->> 'owner_id') or payload ->> 'email_key' = ${formerEmailKey}
  `.execute(tx);
  await sql`
    update deliveries set payload = payload || jsonb_build_object('author_name', ${name}::text)
    where payload ->> 'author_id' = ${id} and payload ? 'author_name'`.execute(tx);
}

/** The service may not change events: a function of the owner of the table replaces names, and nothing else. */
async function anonymizeAuditEvents(tx: Tx, { id, email, formerEmail, formerEmailKey }: FormerAccount): Promise<void> {
  const former = [...new Set([formerEmail.toLowerCase(), formerEmailKey])];
  for (;;) {
    const { rows } = await sql<{ replaced: number }>`
      select replace_name_in_audit_events(${id}, ${former}::text[], ${email}, ${batchRows}) as replaced`.execute(tx);
    if (!rows[0]?.replaced) return;
  }
}

/**
 * Stored answers are encrypted with keys that the service does not have, so nobody knows which ones name the account: all are emptied.
 * Their rows stay, and with them the certainty that no request is executed twice; a repeated one is answered 409.
 */
async function emptyStoredAnswers(tx: Tx): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      update idempotency_keys set answer = ''
      where id = any(array(select id from idempotency_keys where answer <> '' limit ${batchRows}))`.execute(tx);
    if (!numAffectedRows) return;
  }
}
