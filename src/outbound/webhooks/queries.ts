import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/errors.ts';
import { type Page, selectPage } from '../../platform/http/pagination.ts';
import type { Actor } from '../../product/visibility.ts';
import type { Webhook, WebhookDelivery, WebhookDeliveryQuery, WebhookQuery } from './schemas.ts';
import './tables.ts';

/** What waits is counted up to this number. */
const maxCounted = 1_000;

/** Webhooks that somebody manages: the own ones, all for an admin. Alias `h`. */
const managesWebhook = (actor: Actor): RawBuilder<SqlBool> =>
  actor.role === 'admin' ? sql<SqlBool>`true` : sql<SqlBool>`h.owner_id = ${actor.id}`;

const selectWebhooks = (db: Db) =>
  db
    .selectFrom('webhooks as h')
    .innerJoin('users as u', 'u.id', 'h.owner_id')
    .select(['h.id', 'h.owner_id', 'u.name as owner_name', 'h.url', 'h.events', 'h.is_active as active', 'h.created_at'])
    .select(['h.disabled_reason', 'h.disabled_at', 'h.failing_since', 'h.previous_secret_until'])
    .select(sql<string>`date_trunc('milliseconds', h.next_attempt_at)`.as('next_attempt_at'))
    .select(
      sql<number>`(select count(*) from (
        select from webhook_deliveries as d where d.webhook_id = h.id and d.state = 'pending' limit ${maxCounted}) as pending)`.as(
        'waiting',
      ),
    );

type Row = Awaited<ReturnType<ReturnType<typeof selectWebhooks>['executeTakeFirstOrThrow']>>;

const present = ({ disabled_reason: reason, disabled_at: at, next_attempt_at, ...webhook }: Row): Webhook => ({
  ...webhook,
  next_attempt_at: webhook.active && webhook.failing_since !== null ? next_attempt_at : null,
  disabled: reason !== null && at !== null ? { reason, at } : null,
});

/** Lists the own webhooks, of all accounts for an admin, the newest first. */
export async function listWebhooks(db: Db, actor: Actor, query: WebhookQuery): Promise<Page<Webhook>> {
  const webhooks = selectWebhooks(db).where(managesWebhook(actor));
  const { items, ...page } = await selectPage(webhooks, query, { column: `h.${query.sort}`, id: 'h.id', direction: 'desc' });
  return { items: items.map(present), ...page };
}

/** @throws 404 no such webhook of the actor */
export async function getWebhook(db: Db, actor: Actor, id: string): Promise<Webhook> {
  const webhook = await selectWebhooks(db).where('h.id', '=', id).where(managesWebhook(actor)).executeTakeFirst();
  if (!webhook) throw notFound('webhook');
  return present(webhook);
}

/** Reads one webhook, whoever asks. */
export const readWebhook = async (db: Db, id: string): Promise<Webhook> =>
  present(await selectWebhooks(db).where('h.id', '=', id).executeTakeFirstOrThrow());

const webhookDeliveryColumns = [
  'd.id',
  sql<string>`'msg_' || d.message_id`.as('message_id'),
  'd.event',
  'd.ticket_id',
  'd.state',
  'd.created_at',
  'd.attempts',
  'd.last_attempt_at',
  'd.status',
  'd.duration_ms',
  'd.error',
  'd.body',
  'd.answer',
] as const;

/** Lists the deliveries of a webhook, the newest first. @throws 404 no such webhook of the actor */
export async function listWebhookDeliveries(
  db: Db,
  actor: Actor,
  webhookId: string,
  query: WebhookDeliveryQuery,
): Promise<Page<WebhookDelivery>> {
  const webhook = db.selectFrom('webhooks as h').select('h.id').where('h.id', '=', webhookId).where(managesWebhook(actor));
  if (!(await webhook.executeTakeFirst())) throw notFound('webhook');
  const all = db.selectFrom('webhook_deliveries as d').where('d.webhook_id', '=', webhookId);
  const { state } = query;
  const deliveries = (state === undefined ? all : all.where('d.state', '=', state)).select(webhookDeliveryColumns);
  return selectPage(deliveries, query, { column: 'd.id', id: 'd.id', direction: 'desc' });
}

/** Reads one delivery, whoever asks. */
export const readWebhookDelivery = (db: Db, id: number): Promise<WebhookDelivery> =>
  db.selectFrom('webhook_deliveries as d').select(webhookDeliveryColumns).where('d.id', '=', id).executeTakeFirstOrThrow();

/** Locks a webhook. @returns its URL, owner and API token @throws 404 no such webhook of the actor */
export async function requireManaged(db: Db, actor: Actor, id: string) {
  const webhook = await db
    .selectFrom('webhooks as h')
    .select(['h.url', 'h.owner_id', 'h.is_active', 'h.token_id'])
    .where('h.id', '=', id)
    .where(managesWebhook(actor))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!webhook) throw notFound('webhook');
  return webhook;
}
