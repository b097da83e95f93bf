import { type RawBuilder, sql } from 'kysely';
import { seconds } from '../../platform/lib/duration.ts';
import type { Deps } from '../../platform/module/deps.ts';
import { exchangeTimeoutMs } from './post-message.ts';

/** After this time without an extension another instance goes on; longer than an attempt takes. */
export const leaseMs = exchangeTimeoutMs + seconds(10);

/** The right to send the deliveries of a webhook. */
export interface Lease {
  webhookId: string;
  leaseId: string;
}

/** A webhook whose deliveries are sent now. */
export type ClaimedWebhook = Lease & { ownerId: string; isFailing: boolean };

type LeaseDeps = Pick<Deps, 'db'>;

/** On the clock of the database, as all times of leases and attempts. */
export const fromNow = (ms: number): RawBuilder<string> => sql`now() + ${ms} * interval '1 millisecond'`;

/**
 * Takes the webhook whose deliveries have been due for the longest time.
 * @param includesFailing false: only one whose last attempt succeeded
 * @param excludedOwners accounts whose webhooks are left out
 * @returns undefined when nothing is due
 */
export async function claimWebhook(
  { db }: LeaseDeps,
  includesFailing: boolean,
  excludedOwners: readonly string[] = [],
): Promise<ClaimedWebhook | undefined> {
  const leaseId = crypto.randomUUID();
  const claim = sql<{ id: string; owner_id: string; is_failing: boolean }>`
    update webhooks as claimed set lease_id = ${leaseId}, leased_until = ${fromNow(leaseMs)}
    where id = (
      select hook.id from webhooks as hook join users as owner on owner.id = hook.owner_id and owner.is_active
      where hook.is_active and hook.leased_until <= now() and (${includesFailing} or hook.failing_since is null)
        and hook.owner_id <> all(${excludedOwners}::uuid[])
        and (
          hook.next_attempt_at <= now() and exists (
            select from webhook_deliveries as d where d.webhook_id = hook.id and d.state = 'pending')
          or exists (
            select from webhook_deliveries as d where d.webhook_id = hook.id and d.state = 'pending' and d.is_redelivery))
      order by hook.next_attempt_at limit 1
      for update of hook skip locked
    )
    returning claimed.id, claimed.owner_id, claimed.failing_since is not null as is_failing`;
  const { rows } = await db.statement((writer) => claim.execute(writer));
  const [hook] = rows;
  return hook && { webhookId: hook.id, leaseId, ownerId: hook.owner_id, isFailing: hook.is_failing };
}

/** @returns false: another instance has the webhook, or it was deleted or disabled */
export async function extendLease({ db }: LeaseDeps, { webhookId, leaseId }: Lease): Promise<boolean> {
  const extend = sql`
    update webhooks set leased_until = ${fromNow(leaseMs)}
    where id = ${webhookId} and lease_id = ${leaseId} and leased_until > now() and is_active`;
  const { numAffectedRows } = await db.statement((writer) => extend.execute(writer));
  return numAffectedRows === 1n;
}

/** Lets any instance go on at once. */
export async function releaseLease({ db }: LeaseDeps, { webhookId, leaseId }: Lease): Promise<void> {
  const release = sql`
    update webhooks set lease_id = null, leased_until = now() where id = ${webhookId} and lease_id = ${leaseId}`;
  await db.statement((writer) => release.execute(writer));
}
