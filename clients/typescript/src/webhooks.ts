import type { WebhookMessage } from './operations.ts';

// Signatures of webhooks (standardwebhooks.com): HMAC-SHA256 of `id.timestamp.body`, in base64.

/** The headers of a request: of `fetch`, of node:http, or a plain object. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>;

export interface VerifyOptions {
  /** how far the timestamp may be from the present time, 5 minutes by default */
  toleranceSeconds?: number;
  /** milliseconds, the present time by default */
  now?: number;
}

/** A request that is not from the service, was changed on its way, or is a repetition of an old one. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

const defaultToleranceSeconds = 300;
const secretPrefix = 'whsec_';

/**
 * Checks the signature of a webhook. Answer 401 when it throws.
 * @param body the bytes or the text of the body as it came, before any parsing
 * @param secret `whsec_...` of the webhook, or several while one is replaced
 * @returns the parsed body, whose field `type` says which event it tells, and the id of the event: one that comes twice is a
 *   repetition of the same event
 * @throws WebhookError
 */
export async function verifyWebhook<Payload = WebhookMessage>(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secret: string | readonly string[],
  { toleranceSeconds = defaultToleranceSeconds, now = Date.now() }: VerifyOptions = {},
): Promise<{ id: string; timestamp: Date; payload: Payload }> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError('webhook-timestamp is no number');
  const at = Number(timestamp) * 1000;
  if (Math.abs(now - at) > toleranceSeconds * 1000) throw new WebhookError('webhook-timestamp is too far from the present time');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = new Uint8Array([...new TextEncoder().encode(`${id}.${timestamp}.`), ...bytes]);
  for (const one of [secret].flat()) {
    if (await hasSignature(await keyOf(one), signed, signatures)) {
      return { id, timestamp: new Date(at), payload: JSON.parse(new TextDecoder().decode(bytes)) as Payload };
    }
  }
  throw new WebhookError('no signature fits');
}

/** `verify` compares in constant time. */
async function hasSignature(key: CryptoKey, signed: Uint8Array<ArrayBuffer>, signatures: string[]): Promise<boolean> {
  for (const signature of signatures) {
    const [version, text = ''] = signature.split(',');
    const bytes = version === 'v1' ? decodeBase64(text) : undefined;
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return true;
  }
  return false;
}

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = decodeBase64(secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret);
  if (!bytes || bytes.length === 0) throw new WebhookError('the secret is no base64');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** @returns undefined for what is no base64 */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Names are compared in lower case, as Node gives them. */
function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers ? headers.get(name) : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value !== 'string' || value === '') throw new WebhookError(`${name} is missing`);
  return value;
}
