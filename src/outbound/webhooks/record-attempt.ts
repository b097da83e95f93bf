import { sql } from 'kysely';
import { days, hours, seconds } from '../../platform/lib/duration.ts';
import { notifyDisabled } from './actions.ts';
import { fromNow, type Lease, leaseMs } from './leases.ts';
import type { Pending, SendDeps } from './pending.ts';
import type { Attempt } from './post-message.ts';
import type { DisabledReason, WebhookDeliveryState } from './tables.ts';

const firstRetryDelayMs = seconds(10);
const maxRetryDelayMs = hours(6);
/** A webhook of which no attempt has succeeded for this time is disabled. */
export const maxFailingMs = days(3);

/** 10 s, tripled with each failure up to 6 h; up to a fifth of it is left out at random. */
export function retryDelayMs(failures: number): number {
  return Math.min(firstRetryDelayMs * 3 ** (failures - 1), maxRetryDelayMs) * (1 - Math.random() / 5);
}

/**
 * Writes what an attempt came to, and when the next one is due. Nothing is written when another instance has the webhook by now.
 * @returns whether the next delivery may be sent at once
 */
export async function recordAttempt(
  deps: SendDeps,
  lease: Lease,
  delivery: Pending,
  body: string,
  attempt: Attempt,
): Promise<boolean> {
  const { metrics, log } = deps;
  const { isDelivered, status, error } = attempt;
  const now = deps.clock();
  const since = delivery.failing_since ?? now.toISOString();
  const isOver = now.getTime() - Date.parse(since) >= maxFailingMs;
  const reason: DisabledReason | undefined = status === 410 ? 'gone' : isOver ? 'failing' : undefined;
  if (isDelivered || delivery.is_redelivery) {
    metrics.deliveries.inc({ queue: 'webhooks', outcome: isDelivered ? 'sent' : 'given_up' });
    return write(deps, lease, delivery, { state: isDelivered ? 'delivered' : 'failed', body, attempt }, now);
  }
  log.info({ webhook: lease.webhookId, host: new URL(delivery.url).host, status, error }, 'a webhook did not accept a delivery');
  metrics.deliveries.inc({ queue: 'webhooks', outcome: reason ? 'given_up' : 'retried' });
  if (reason) await disable(deps, lease, delivery, { body, attempt, reason }, now);
  else await write(deps, lease, delivery, { state: 'pending', body, attempt, since }, now);
  return false;
}

interface Written {
  state: WebhookDeliveryState;
  body: string;
  attempt: Attempt;
  /** of a failed attempt that is repeated: since when the webhook fails */
  since?: string;
}

/** One statement for the delivery and its webhook, whose lease it extends. */
async function write(
  { db }: Pick<SendDeps, 'db'>,
  lease: Lease,
  delivery: Pending,
  written: Written,
  now: Date,
): Promise<boolean> {
  const { state, attempt, since } = written;
  const delayMs = Math.max(retryDelayMs(delivery.failures + 1), attempt.retryAfterMs ?? 0);
  // A delivery that somebody asked for says nothing about those that wait, unless the receiver takes it.
  const ofWebhook =
    state === 'delivered'
      ? sql`failing_since = null, failures = 0, next_attempt_at = ${fromNow(0)},`
      : since === undefined
        ? sql``
        : sql`failing_since = ${since}::timestamptz, failures = failures + 1, next_attempt_at = ${fromNow(delayMs)},`;
  const statement = sql`
    with hook as (
      update webhooks set ${ofWebhook} leased_until = ${fromNow(leaseMs)}
      where id = ${lease.webhookId} and lease_id = ${lease.leaseId} returning id
    )
    ${updateWebhookDelivery(delivery, written, now)} from hook where d.id = ${delivery.id}`;
  const { numAffectedRows } = await db.statement((writer) => statement.execute(writer));
  return numAffectedRows === 1n;
}

function updateWebhookDelivery(delivery: Pending, { state, body, attempt }: Written, now: Date) {
  const { status, durationMs, answer, error } = attempt;
  return sql`
    update webhook_deliveries as d set state = ${state}, is_redelivery = false, body = ${body}, attempts = ${delivery.attempts + 1},
      last_attempt_at = ${now}::timestamptz, status = ${status}::integer, duration_ms = ${durationMs}::integer,
      answer = ${answer}::text, error = ${error}::text`;
}

/** Ends a delivery whose owner may not see what it is about, without sending it. @returns whether the next one may be sent at once */
export async function recordDrop({ db, metrics }: SendDeps, lease: Lease, { id }: Pending): Promise<boolean> {
  metrics.deliveries.inc({ queue: 'webhooks', outcome: 'dropped' });
  const statement = sql`
    with hook as (
      update webhooks set leased_until = ${fromNow(leaseMs)}
      where id = ${lease.webhookId} and lease_id = ${lease.leaseId} returning id
    )
    update webhook_deliveries as d set state = 'dropped', is_redelivery = false from hook where d.id = ${id}`;
  const { numAffectedRows } = await db.statement((writer) => statement.execute(writer));
  return numAffectedRows === 1n;
}

/** Stops a webhook, and notifies its owner. What waits is kept, so that it is sent when the webhook is enabled again. */
async function disable(
  deps: SendDeps,
  { webhookId, leaseId }: Lease,
  delivery: Pending,
  { reason, ...written }: { reason: DisabledReason; body: string; attempt: Attempt },
  now: Date,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('webhooks')
      .set({ is_active: false, disabled_reason: reason, disabled_at: now, lease_id: null, leased_until: fromNow(0) })
      .where('id', '=', webhookId)
      .where('lease_id', '=', leaseId)
      .where('is_active', '=', true)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await sql`${updateWebhookDelivery(delivery, { state: 'failed', ...written }, now)} where d.id = ${delivery.id}`.execute(tx);
    await notifyDisabled(tx, deps, { ...delivery, id: webhookId }, reason, now);
  });
}
