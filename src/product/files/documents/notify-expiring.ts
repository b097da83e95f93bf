import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { deliverEvent } from '../../../platform/module/events.ts';
import { tenantOfObject } from '../../tenant.ts';
import { utcDay } from './actions.ts';
import type { DocumentExpiringPayload } from './schemas.ts';

/** Documents per transaction. */
const batchSize = 100;

type NotifyDeps = Pick<Deps, 'db' | 'clock' | 'subscriptions' | 'deliveries'>;

/** The notices of a document, with the columns of their days. */
const notices = [
  { notice: 'first', column: 'first_notice_on' },
  { notice: 'last', column: 'last_notice_on' },
] as const;

/**
 * Publishes the documents that expire in 30 days, and those that expire today, once each; days that came while no instance ran are made
 * up for. Instances can do it at the same time: each skips the documents that another has locked.
 * @returns how many notices were published
 */
export async function notifyOfExpiringDocuments({ db, clock, ...deps }: NotifyDeps, stopping?: AbortSignal): Promise<number> {
  let published = 0;
  for (const notice of notices) {
    let count = batchSize;
    while (count === batchSize && !stopping?.aborted) {
      count = await db.transaction((tx) => publishBatch(tx, deps, notice, clock()));
      published += count;
    }
  }
  return published;
}

async function publishBatch(
  tx: Tx,
  deps: Pick<Deps, 'subscriptions' | 'deliveries'>,
  { notice, column }: (typeof notices)[number],
  now: Date,
): Promise<number> {
  const day = sql.ref(column);
  const { rows } = await sql<{ id: number; object_id: number; expires_on: string }>`
    with due as (
      select id from documents where ${day} <= ${utcDay(now)}::date order by ${day} limit ${batchSize} for update skip locked
    )
    update documents as d set ${day} = null from due where d.id = due.id
    returning d.id, d.object_id, d.expires_on::text`.execute(tx);
  const payloads = rows.map(
    ({ id, object_id, expires_on }): DocumentExpiringPayload => ({
      kind: 'document_expiring',
      document_id: id,
      object_id,
      notice,
      expires_on,
    }),
  );
  const tenant = tenantOfObject(sql`(payload ->> 'object_id')::integer`);
  await deliverEvent(tx, deps, 'document_expiring', {}, payloads, tenant, now);
  return rows.length;
}
