import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { plus } from '../../../platform/lib/clock.ts';
import { days, hours } from '../../../platform/lib/duration.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import type { LeaveReason } from './automatic.ts';
import './tables.ts';

/** A message in a mailbox, which keeps this for as long as it lives. */
export interface MessageRef {
  mailbox: string;
  uidValidity: number;
  uid: number;
  /** when it came into the mailbox */
  receivedAt: Date;
}

/** A mailbox, for as long as its UIDs mean the same messages. */
export type MailboxRef = Pick<MessageRef, 'mailbox' | 'uidValidity'>;

/** Mails of one sender that come in an hour, whatever becomes of them. */
const maxPerSender = 20;
const keepMs = days(30);
const maxFrom = 254;
const batchSize = 1_000;

/** An earlier attempt, perhaps of another instance, has handled the message. */
export class AlreadyHandled extends Error {}

/**
 * Records a message in the transaction that makes something of it, or by itself when nothing is.
 * @param left why nothing is made of it
 * @throws AlreadyHandled
 */
export async function recordMessage(
  db: Tx,
  { mailbox, uidValidity, uid, receivedAt }: MessageRef,
  from: string,
  left?: { reason: LeaveReason; subject: string },
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('intake_messages')
    .values({
      mailbox,
      uid_validity: uidValidity,
      uid,
      from_address: from.slice(0, maxFrom),
      subject: left?.subject ?? '',
      reason: left?.reason ?? null,
      at: receivedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) throw new AlreadyHandled();
}

/** @returns the UIDs of these messages that were handled */
export async function findHandled(
  db: Db,
  { mailbox, uidValidity }: MailboxRef,
  uids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('intake_messages')
    .select('uid')
    .where('mailbox', '=', mailbox)
    .where('uid_validity', '=', uidValidity)
    .where('uid', '=', sql<number>`any(${uids}::bigint[])`)
    .execute();
  return new Set(rows.map(({ uid }) => uid));
}

/**
 * Whether as many mails of a sender as are taken in an hour came in the hour before a message. Counted by when they came: after an outage
 * those of many hours are read at once.
 */
export async function hasReachedLimit(db: Db, from: string, receivedAt: Date): Promise<boolean> {
  const { n } = await db
    .selectFrom('intake_messages')
    .select(sql<number>`count(*)::integer`.as('n'))
    .where('from_address', '=', from.slice(0, maxFrom))
    .where('at', '>', plus(receivedAt, -hours(1)).toISOString())
    .where('at', '<=', receivedAt.toISOString())
    .executeTakeFirstOrThrow();
  return n >= maxPerSender;
}

/** Deletes what is known of messages after 30 days. @returns how many */
export async function deleteOldRecords({ db, clock }: Pick<Deps, 'db' | 'clock'>, stopping?: AbortSignal): Promise<number> {
  const before = plus(clock(), -keepMs).toISOString();
  let deleted = 0;
  while (!stopping?.aborted) {
    const { numDeletedRows } = await db.statement((writer) =>
      writer
        .deleteFrom('intake_messages')
        .where('id', 'in', (eb) => eb.selectFrom('intake_messages').select('id').where('at', '<', before).limit(batchSize))
        .executeTakeFirstOrThrow(),
    );
    deleted += Number(numDeletedRows);
    if (numDeletedRows < BigInt(batchSize)) break;
  }
  return deleted;
}
