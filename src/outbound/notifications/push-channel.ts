import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/database/database.ts';
import { RetryLater } from '../../platform/deliveries/attempt-delivery.ts';
import { days, hours, seconds } from '../../platform/lib/duration.ts';
import type { Deps } from '../../platform/module/deps.ts';
import { composeText } from './compose.ts';
import { encryptPayload } from './push/encrypt-payload.ts';
import { readPushKeys, vapidAuthorization } from './push/keys.ts';
import { PushClient, type PushResult } from './push/post-message.ts';
import { ResponsePauses } from './push/response-pauses.ts';
import {
  forgetSubscription,
  readSubscriptions,
  recordReachability,
  recordReceipts,
  type Subscription,
} from './push/subscriptions.ts';
import type { Item, SendMessage } from './send-handler.ts';
import { notificationTextsIn } from './texts/texts.ts';

/** A push service keeps a message so long for a browser that is not running; then it is in the inbox only. */
const ttlMs = days(1);
/** Later messages about a ticket wait for earlier ones: so long for a browser that fails while others of the account work. */
const maxWaitMs = hours(1);
const maxPayloadBytes = 3_072;
const maxTitleLength = 200;

/** What the service worker (web/sw/push.ts) shows. */
interface PushPayload {
  title: string;
  body: string;
  lang: string;
  /** a later message with the same tag takes the place of this one */
  tag: string;
  ticket_id: number | null;
  /** the page of the console, such as `tickets/42` */
  path: string;
}

/** Sends to the browsers that the account has subscribed. */
export function createPushChannel(deps: Pick<Deps, 'db' | 'config' | 'clock' | 'log'>): SendMessage {
  const { db, config, clock, log } = deps;
  const client = new PushClient(config.pushAllowedHosts, config.proxy);
  /** by account */
  const pauses = new ResponsePauses();
  return async (userId, items, signal) => {
    const pauseMs = pauses.remainingMs(userId);
    if (pauseMs > 0) throw new RetryLater(pauseMs, 'a push service of this account is slow');
    const keys = await readPushKeys(db.read, config);
    if (!keys) {
      if (config.dataEncryptionKey)
        log.error({ user: userId }, 'DATA_ENCRYPTION_KEY does not decrypt the key for push notifications');
      return 'no_browser';
    }
    const ids = items.map(({ id }) => id);
    const subscriptions = await readSubscriptions(db.read, userId, ids, clock());
    const message = messageOf(await findLanguage(db.read, userId), items);
    const post = async (subscription: Subscription) => {
      if (subscription.has_received) return { subscription, result: { outcome: 'sent' } as PushResult };
      const url = new URL(subscription.endpoint);
      const headers = {
        ...message.headers,
        Authorization: await vapidAuthorization(keys, url.origin, contactOf(config), clock()),
      };
      return {
        subscription,
        result: await client.post({ url, headers, body: encryptPayload(message.payload, subscription) }, clock(), signal),
      };
    };
    const startedAt = performance.now();
    const results = await Promise.all(subscriptions.map(post));
    const hasAnswers = results.every(({ result }) => result.outcome !== 'failed' || !result.hasNoAnswer);
    pauses.record(userId, performance.now() - startedAt, hasAnswers);
    for (const { subscription, result } of results) {
      if (result.outcome === 'gone') await forgetSubscription(deps, subscription);
      if (result.outcome === 'refused')
        log.warn({ user: userId, reason: result.reason }, 'a push service refused a notification');
    }
    const sent = results.flatMap(({ subscription, result }) => (result.outcome === 'sent' ? [subscription] : []));
    const failed = results.flatMap(({ subscription, result }) =>
      result.outcome === 'failed' ? [{ subscription, ...result }] : [],
    );
    const unreached = failed.map(({ subscription }) => subscription);
    await recordReachability(deps, unreached, sent, clock());
    const isWaitedFor = ({ failing_since }: Subscription): boolean =>
      sent.length === 0 || failing_since === null || clock().getTime() - Date.parse(failing_since) < maxWaitMs;
    const again = failed.filter(({ subscription }) => isWaitedFor(subscription));
    const [first] = again;
    if (first) {
      const receivers = sent.map(({ id }) => id);
      if (receivers.length > 0) await recordReceipts(deps, ids, receivers);
      const waits = again.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
      throw waits.length > 0 ? new RetryLater(Math.max(...waits), first.reason) : new Error(first.reason);
    }
    if (sent.length > 0) return undefined;
    return results.some(({ result }) => result.outcome === 'refused') ? 'rejected' : 'no_browser';
  };
}

async function findLanguage(db: Db, userId: string) {
  const account = await db.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirst();
  return account?.language ?? null;
}

/** Push services may write to the operator of the service about problems. */
function contactOf({ publicUrl, smtp }: Pick<Config, 'publicUrl' | 'smtp'>): string {
  if (publicUrl.startsWith('https:')) return publicUrl;
  const [, address = smtp?.from] = /<([^<>]+)>$/.exec(smtp?.from ?? '') ?? [];
  return address ? `mailto:${address}` : '';
}

function messageOf(language: Parameters<typeof notificationTextsIn>[0], items: Item[]) {
  const texts = notificationTextsIn(language);
  const messageTexts = items.map((item) => composeText(texts, item, ''));
  const [item] = items;
  const [messageText] = messageTexts;
  const isSingle = item !== undefined && messageText !== undefined && items.length === 1;
  const topic = isSingle ? topicOf(item) : 'digest';
  const payload: PushPayload = {
    title: isSingle ? cut(messageText.headline, maxTitleLength) : texts.digestSubject(items.length),
    body: (isSingle ? messageText.lines : messageTexts.map(({ headline }) => headline)).join('\n'),
    lang: language ?? 'en',
    tag: topic,
    ticket_id: isSingle ? item.ticket_id : null,
    path: isSingle ? messageText.link : 'notifications',
  };
  const headers = {
    TTL: String(ttlMs / seconds(1)),
    Urgency: items.some(({ params }) => params.priority === 'high') ? 'high' : 'normal',
    Topic: topic,
    'Content-Type': 'application/octet-stream',
    'Content-Encoding': 'aes128gcm',
  };
  return { payload: encode(payload), headers };
}

/** Push services keep only the newest message of a topic; at most 32 letters of base64url. */
function topicOf({ event, id, ticket_id, project_id, report_id }: Item): string {
  if (event === 'webhook_disabled' || event === 'document_expiring') return `notification-${id}`;
  if (report_id !== null) return report_id.replaceAll('-', '');
  return ticket_id === null ? `project-${project_id}` : `ticket-${ticket_id}`;
}

/** @returns JSON with as much of the text as fits */
function encode(payload: PushPayload): string {
  let json = JSON.stringify(payload);
  for (let length = [...payload.body].length; Buffer.byteLength(json) > maxPayloadBytes && length > 0; ) {
    length = Math.floor(length * 0.9);
    json = JSON.stringify({ ...payload, body: cut(payload.body, length) });
  }
  return json;
}

function cut(text: string, maxLength: number): string {
  const letters = [...text];
  return letters.length > maxLength ? `${letters.slice(0, maxLength).join('')}…` : text;
}
