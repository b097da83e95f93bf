import { sql } from 'kysely';
import { deleteInTransactions } from '../../platform/database/batches.ts';
import { plus } from '../../platform/lib/clock.ts';
import { days } from '../../platform/lib/duration.ts';
import type { Deps } from '../../platform/module/deps.ts';

/** How long deliveries are kept, sent or not. */
export const keepMs = days(30);
/** Of one webhook, without those that wait. */
export const maxKept = 1_000;

/** Deletes old deliveries, and secrets that messages are not signed with any more. */
export async function deleteOldWebhookDeliveries(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  stopping?: AbortSignal,
): Promise<void> {
  const now = clock();
  const run = (statement: ReturnType<typeof sql>) => db.longTransaction((tx) => statement.execute(tx));
  await deleteInTransactions(db, 'webhook_deliveries', sql`created_at < ${plus(now, -keepMs)}::timestamptz`, stopping);
  await run(sql`
    delete from webhook_deliveries as d
    using webhooks as hook cross join lateral (
      select id from webhook_deliveries as newer where newer.webhook_id = hook.id and newer.state <> 'pending'
      order by id desc limit 1 offset ${maxKept}) as newest_deleted
    where d.webhook_id = hook.id and d.state <> 'pending' and d.id <= newest_deleted.id`);
  await run(sql`
    update webhooks set previous_secret = null, previous_secret_until = null where previous_secret_until <= ${now}::timestamptz`);
}
