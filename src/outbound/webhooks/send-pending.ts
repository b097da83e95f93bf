import { sql } from 'kysely';
import { seconds } from '../../platform/lib/duration.ts';
import { isAllowedHost } from '../../platform/lib/public-host.ts';
import type { Deps } from '../../platform/module/deps.ts';
import type { Actor } from '../../product/visibility.ts';
import { extendLease, fromNow, type Lease, leaseMs } from './leases.ts';
import { composeBody, isVisible } from './message.ts';
import type { Pending, SendDeps } from './pending.ts';
import { type Attempt, exchangeTimeoutMs, type WebhookClient } from './post-message.ts';
import { recordAttempt, recordDrop } from './record-attempt.ts';
import { readSecret, signedHeaders } from './secrets.ts';

/** Deliveries of one webhook before others have their turn. */
const maxInTurn = 100;
/** After this time others have their turn as well: a receiver may take long for each answer. */
const maxTurnMs = seconds(10);

/**
 * Sends the deliveries of a webhook one after the other, until one fails, none is left, or others have their turn.
 * @param lease of the webhook; it is extended as long as necessary
 * @throws when the database fails, or `stopping` is aborted
 */
export async function sendPending(deps: SendDeps, client: WebhookClient, lease: Lease, stopping?: AbortSignal): Promise<void> {
  const startedAt = performance.now();
  let extendedAt = startedAt;
  const isOver = (sent: number) => sent === maxInTurn || performance.now() - startedAt > maxTurnMs;
  for (let sent = 0; !isOver(sent) && !stopping?.aborted; sent++) {
    const delivery = await readNext(deps, lease);
    if (!delivery) return;
    // When the lease ended during the attempt, two instances could send at once, and change the order.
    if (performance.now() - extendedAt > leaseMs - exchangeTimeoutMs - seconds(2)) {
      extendedAt = performance.now();
      if (!(await extendLease(deps, lease))) return;
    }
    const body = await bodyToSend(deps, delivery);
    const attemptedAt = performance.now();
    if (body === undefined) {
      if (!(await recordDrop(deps, lease, delivery))) return;
    } else {
      const send = () => post(deps, client, delivery, body, stopping);
      const traced = { queue: 'webhooks', attempt: delivery.attempts + 1, traceparent: delivery.traceparent };
      const attempt = await (deps.tracer?.runDelivery(traced, send, hasFailed) ?? send());
      if (!(await recordAttempt(deps, lease, delivery, body, attempt))) return;
    }
    extendedAt = attemptedAt;
  }
}

const hasFailed = ({ isDelivered }: Attempt): boolean => !isDelivered;

/** The oldest delivery, but one that somebody asked for before all others. */
async function readNext({ db }: SendDeps, { webhookId, leaseId }: Lease): Promise<Pending | undefined> {
  const { rows } = await sql<Pending>`
    select d.id, d.webhook_id, d.message_id, d.event, d.ticket_id, d.project_id, d.details, d.created_at, d.is_redelivery, d.body, d.attempts, d.traceparent,
      hook.url, hook.secret, hook.previous_secret, hook.previous_secret_until, hook.failing_since, hook.failures, hook.owner_id,
      owner.role as owner_role
    from webhooks as hook
    join users as owner on owner.id = hook.owner_id and owner.is_active
    cross join lateral (
      (select * from webhook_deliveries where webhook_id = hook.id and state = 'pending' and is_redelivery order by id limit 1)
      union all
      (select * from webhook_deliveries
      where webhook_id = hook.id and state = 'pending' and not is_redelivery and hook.next_attempt_at <= ${fromNow(0)}
      order by id limit 1)
    ) as d
    where hook.id = ${webhookId} and hook.lease_id = ${leaseId} and hook.is_active
    order by d.is_redelivery desc limit 1`.execute(db.read);
  return rows[0];
}

/**
 * The body of the first attempt is sent again, so that a receiver that has got it recognises it. Whether its owner may see it is asked each
 * time, because a project may have changed hands.
 */
async function bodyToSend({ db }: SendDeps, delivery: Pending): Promise<string | undefined> {
  const owner: Actor = { id: delivery.owner_id, role: delivery.owner_role };
  if (delivery.body === null) return composeBody(db.read, owner, delivery);
  return (await isVisible(db.read, owner, delivery)) ? delivery.body : undefined;
}

async function post(
  { config, clock, log }: SendDeps,
  client: WebhookClient,
  delivery: Pending,
  body: string,
  stopping?: AbortSignal,
): Promise<Attempt> {
  const now = clock();
  const secrets = secretsOf(config, delivery, now);
  if (secrets.length === 0) {
    log.error({ webhook: delivery.webhook_id }, 'DATA_ENCRYPTION_KEY does not decrypt the secret of a webhook');
    return { isDelivered: false, status: null, durationMs: 0, answer: null, error: 'no_secret', retryAfterMs: undefined };
  }
  const attempt = await client.post(delivery.url, signedHeaders(secrets, delivery.message_id, body, now), body, now, stopping);
  return isAnswerShown(config, delivery) ? attempt : { ...attempt, answer: null };
}

/** Clients must not read internal servers by the answers of hosts that WEBHOOK_ALLOWED_HOSTS lets everybody call. */
const isAnswerShown = ({ webhookAllowedHosts }: Deps['config'], { url, owner_role }: Pending): boolean =>
  owner_role === 'admin' || !isAllowedHost(new URL(url), webhookAllowedHosts);

/** The secrets to sign with: the current one, and for a day after a rotation the one before. */
function secretsOf(config: Deps['config'], delivery: Pending, now: Date): string[] {
  const { webhook_id, secret, previous_secret, previous_secret_until: until } = delivery;
  const isPreviousValid = previous_secret !== null && until !== null && new Date(until) > now;
  const current = readSecret(config, webhook_id, secret);
  const previous = isPreviousValid ? readSecret(config, webhook_id, previous_secret) : undefined;
  return current === undefined ? [] : [current, ...(previous === undefined ? [] : [previous])];
}
