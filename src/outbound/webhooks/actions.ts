import { sql } from 'kysely';
import { recordAuditEvent } from '../../platform/audit/audit-log.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Tx } from '../../platform/database/database.ts';
import { causingSpan } from '../../platform/deliveries/queue.ts';
import { errorMessages } from '../../platform/http/error-messages.ts';
import { conflict, forbidden, notFound } from '../../platform/http/errors.ts';
import { plus } from '../../platform/lib/clock.ts';
import { hours } from '../../platform/lib/duration.ts';
import type { Deps } from '../../platform/module/deps.ts';
import { deliverEvent } from '../../platform/module/events.ts';
import type { PasswordChange } from '../../platform/module/module.ts';
import type { WebhookDisabledPayload } from '../../product/identity/users/account-events.ts';
import { lockWithActor } from '../../product/identity/users/actions.ts';
import { tenantOfAccount } from '../../product/tenant.ts';
import type { Actor } from '../../product/visibility.ts';
import { fromNow } from './leases.ts';
import type { SendDeps } from './pending.ts';
import { readWebhook, readWebhookDelivery, requireManaged } from './queries.ts';
import type { ChangeWebhook, CreateWebhook, NewWebhook, Webhook, WebhookDelivery } from './schemas.ts';
import { newSecret, storedSecret } from './secrets.ts';
import type { DisabledReason } from './tables.ts';
import { parseWebhookUrl } from './url.ts';

/** After a rotation messages are signed with both secrets for this time, so that receivers can change over. */
const secretOverlapMs = hours(24);

type Settings = Pick<Config, 'webhookAllowedHosts' | 'quotas' | 'dataEncryptionKey' | 'dataEncryptionKeyPrevious'>;
interface MadeBy {
  /** the API token of the request, with which the webhook ends */
  tokenId?: string | undefined;
}

type Change = 'created' | 'changed' | 'secret_rotated' | 'deleted' | 'disabled';

/**
 * Creates a webhook of the caller. The account is locked, so that concurrent requests count each other's webhooks.
 * @returns its secret, too
 * @throws 400 the URL may not be called; 401 account deleted, 403 disabled; 409 too many webhooks
 */
export async function createWebhook(
  tx: Tx,
  config: Config,
  actor: Actor,
  { url, events, active = true, tokenId }: CreateWebhook & MadeBy,
  now: Date,
): Promise<NewWebhook> {
  const { webhookAllowedHosts, quotas } = config;
  const href = parseWebhookUrl(url, webhookAllowedHosts);
  await lockWithActor(tx, actor, actor.id);
  await requireRoom(tx, actor.id, quotas);
  const id = crypto.randomUUID();
  const secret = newSecret();
  await tx
    .insertInto('webhooks')
    .values({
      id,
      owner_id: actor.id,
      sees_all: actor.role === 'admin',
      url: href,
      events,
      is_active: active,
      secret: storedSecret(config, id, secret),
      created_at: now,
      token_id: tokenId ?? null,
    })
    .execute();
  await audit(tx, actor, id, href, 'created', now);
  return { ...(await readWebhook(tx, id)), secret };
}

/** @throws 409 the account has as many as it may have */
async function requireRoom(tx: Tx, ownerId: string, { webhooks: max }: Settings['quotas']): Promise<void> {
  const { n } = await tx
    .selectFrom('webhooks')
    .select(sql<number>`count(*)`.as('n'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  if (n >= max) throw conflict('too_many_webhooks', `an account has at most ${max} webhooks`);
}

/**
 * Changes a webhook. One that is enabled, or gets another URL, is tried at once. Whoever gives it the URL is responsible for it:
 * an API token, with which it ends, or a person. One that a token made gets another one, or none, also when it is enabled.
 * @throws 400 the URL may not be called; 401, 403 as createWebhook(); 404 no such webhook of the actor
 */
export async function changeWebhook(
  tx: Tx,
  config: Config,
  actor: Actor,
  id: string,
  { url, events, active, tokenId }: ChangeWebhook & MadeBy,
  now: Date,
): Promise<Webhook> {
  const href = url === undefined ? undefined : parseWebhookUrl(url, config.webhookAllowedHosts);
  await lockWithActor(tx, actor, actor.id);
  const before = await requireManaged(tx, actor, id);
  const isRetried = (active && !before.is_active) || (href !== undefined && href !== before.url);
  const isTakenOver = href !== undefined || (active && before.token_id !== null);
  await tx
    .updateTable('webhooks')
    .set({
      ...(href !== undefined && { url: href }),
      ...(events !== undefined && { events }),
      ...(isTakenOver && { token_id: tokenId ?? null }),
      ...(active !== undefined && { is_active: active, disabled_reason: null, disabled_at: null }),
      ...(isRetried && { failing_since: null, failures: 0, next_attempt_at: fromNow(0) }),
    })
    .where('id', '=', id)
    .execute();
  const isSwitched = active !== undefined && active !== before.is_active;
  await audit(tx, actor, id, href ?? before.url, 'changed', now, isSwitched ? { active } : {});
  return readWebhook(tx, id);
}

/**
 * Gives a webhook another secret.
 * @returns the secret, too
 * @throws as changeWebhook(); 403 an API token for another webhook than it made, whose secret it would learn
 */
export async function rotateSecret(
  tx: Tx,
  config: Config,
  actor: Actor,
  { id, tokenId }: { id: string } & MadeBy,
  now: Date,
): Promise<NewWebhook> {
  await lockWithActor(tx, actor, actor.id);
  const { url, token_id } = await requireManaged(tx, actor, id);
  if (tokenId && tokenId !== token_id) throw forbidden('not_for_api_tokens', errorMessages.notForApiTokens);
  const secret = newSecret();
  await tx
    .updateTable('webhooks')
    .set(({ ref }) => ({
      previous_secret: ref('secret'),
      previous_secret_until: plus(now, secretOverlapMs),
      secret: storedSecret(config, id, secret),
    }))
    .where('id', '=', id)
    .execute();
  await audit(tx, actor, id, url, 'secret_rotated', now);
  return { ...(await readWebhook(tx, id)), secret };
}

/** Deletes a webhook with its deliveries. @throws as changeWebhook() */
export async function deleteWebhook(tx: Tx, actor: Actor, id: string, now: Date): Promise<void> {
  await lockWithActor(tx, actor, actor.id);
  const { url } = await requireManaged(tx, actor, id);
  await audit(tx, actor, id, url, 'deleted', now);
  await tx.deleteFrom('webhooks').where('id', '=', id).execute();
}

/**
 * Sends a delivery once more, before those that wait, or one that waits now.
 * @throws 404 no such webhook of the actor, or no such delivery of it; 409 the webhook is disabled
 */
export async function redeliver(tx: Tx, actor: Actor, webhookId: string, deliveryId: number): Promise<WebhookDelivery> {
  await lockWithActor(tx, actor, actor.id);
  const { is_active } = await requireManaged(tx, actor, webhookId);
  const delivery = await tx
    .selectFrom('webhook_deliveries')
    .select('state')
    .where('id', '=', deliveryId)
    .where('webhook_id', '=', webhookId)
    .forUpdate()
    .executeTakeFirst();
  if (!delivery) throw notFound('delivery');
  if (!is_active) throw conflict('webhook_disabled', errorMessages.webhookDisabled);
  if (delivery.state === 'pending') {
    await tx
      .updateTable('webhooks')
      .set({ next_attempt_at: fromNow(0) })
      .where('id', '=', webhookId)
      .execute();
  } else {
    const set = { state: 'pending', is_redelivery: true } as const;
    await tx.updateTable('webhook_deliveries').set(set).where('id', '=', deliveryId).execute();
  }
  return readWebhookDelivery(tx, deliveryId);
}

/**
 * Sends a message of the type `test`, before those that wait. It is not repeated when it fails.
 * @throws 404 no such webhook of the actor; 409 the webhook is disabled
 */
export async function sendTestMessage(tx: Tx, actor: Actor, webhookId: string, now: Date): Promise<WebhookDelivery> {
  await lockWithActor(tx, actor, actor.id);
  const { is_active } = await requireManaged(tx, actor, webhookId);
  if (!is_active) throw conflict('webhook_disabled', errorMessages.webhookDisabled);
  const { id } = await tx
    .insertInto('webhook_deliveries')
    .values({
      webhook_id: webhookId,
      event: 'test',
      details: '{}',
      created_at: now,
      is_redelivery: true,
      traceparent: causingSpan(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return readWebhookDelivery(tx, id);
}

/** Disables the webhooks of an account whose password was changed: others may have created them who knew the one before. */
export async function disableAfterPasswordChange(
  tx: Tx,
  { accountId, endsPasswordOfOther, endsAll, actor, origin, at }: PasswordChange,
): Promise<void> {
  if (!endsPasswordOfOther && !endsAll) return;
  for (const { id, url } of await disableAll(tx, 'password', at, accountId)) {
    const subject = { type: 'webhook', id, name: new URL(url).host };
    await recordAuditEvent(tx, { event: 'webhook_changed', at, actor, subject, origin, detail: { change: 'disabled' } });
  }
}

/** Disables webhooks whose API token was revoked or has expired, and notifies their owners. */
export async function disableOfEndedTokens(tx: Tx, deps: Pick<Deps, 'subscriptions' | 'deliveries'>, now: Date): Promise<void> {
  const set = { is_active: false, disabled_reason: 'token', disabled_at: now } as const;
  const hooks = tx.updateTable('webhooks').set(set).where(hasEndedToken(now)).returning(['id', 'owner_id', 'url']);
  for (const hook of await hooks.execute()) await notifyDisabled(tx, deps, hook, 'token', now);
}

/** For the worker, which looks often: a token expires without a request. */
export async function disableOfExpiredTokens({ db, clock, ...deps }: SendDeps): Promise<void> {
  const now = clock();
  const found = await db.read.selectFrom('webhooks').select('id').where(hasEndedToken(now)).limit(1).executeTakeFirst();
  if (found) await db.transaction((tx) => disableOfEndedTokens(tx, deps, now));
}

const hasEndedToken = (now: Date) => sql<boolean>`
  webhooks.token_id is not null and webhooks.is_active and not exists (
    select from api_tokens as t
    where t.id = webhooks.token_id and (t.expires_at is null or t.expires_at > ${now}::timestamptz))`;

/** Records that the service disabled a webhook, and notifies its owner. */
export async function notifyDisabled(
  tx: Tx,
  deps: Pick<Deps, 'subscriptions' | 'deliveries'>,
  { id, owner_id, url }: { id: string; owner_id: string; url: string },
  reason: DisabledReason,
  now: Date,
): Promise<void> {
  const { host } = new URL(url);
  const subject = { type: 'webhook', id, name: host };
  const detail = { change: 'disabled', reason, owner_id };
  await recordAuditEvent(tx, { event: 'webhook_changed', at: now, actor: undefined, subject, detail });
  const disabled_at = now.toISOString();
  const payload: WebhookDisabledPayload = { kind: 'webhook_disabled', webhook_id: id, owner_id, host, disabled_at };
  await deliverEvent(tx, deps, 'webhook_disabled', {}, [payload], tenantOfAccount(owner_id), now);
}

/** Disables the webhooks of all accounts, for `callout sessions --end-all`. @returns how many */
export async function disableAllWebhooks(tx: Tx, by: string, now: Date): Promise<number> {
  const disabled = await disableAll(tx, 'operator', now);
  for (const { id, url } of disabled) {
    const subject = { type: 'webhook', id, name: new URL(url).host };
    const detail = { change: 'disabled', by };
    await recordAuditEvent(tx, { event: 'webhook_changed', at: now, actor: undefined, subject, detail });
  }
  return disabled.length;
}

function disableAll(tx: Tx, reason: DisabledReason, now: Date, ownerId?: string): Promise<{ id: string; url: string }[]> {
  const active = tx
    .updateTable('webhooks')
    .set({ is_active: false, disabled_reason: reason, disabled_at: now })
    .where('is_active', '=', true);
  const selected = ownerId === undefined ? active : active.where('owner_id', '=', ownerId);
  return selected.returning(['id', 'url']).execute();
}

/** Of the URL only the host, because the rest may be secret. */
async function audit(tx: Tx, actor: Actor, id: string, url: string, change: Change, now: Date, more: { active?: boolean } = {}) {
  const subject = { type: 'webhook', id, name: new URL(url).host };
  await recordAuditEvent(tx, { event: 'webhook_changed', at: now, actor, subject, detail: { change, ...more } });
}
