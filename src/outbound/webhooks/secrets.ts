import { createHmac, randomBytes } from 'node:crypto';
import type { Config } from '../../platform/config/config.ts';
import { decryptionKeys, decryptStored, encryptIfKey, encryptionKey } from '../../platform/security/encryption.ts';

// Secrets and signatures of Standard Webhooks (https://github.com/standard-webhooks/standard-webhooks).

const prefix = 'whsec_';
const secretBytes = 32;

/** What a secret is encrypted for. */
export const contextOf = (webhookId: string): string => `webhook:${webhookId}`;

/** @returns a random secret as receivers take it: `whsec_` and base64 */
export const newSecret = (): string => `${prefix}${randomBytes(secretBytes).toString('base64')}`;

/** @returns the secret as it is stored: encrypted if there is a key */
export const storedSecret = (config: Config, webhookId: string, secret: string): Buffer =>
  encryptIfKey(encryptionKey(config), secret, contextOf(webhookId));

/** @returns the secret, or undefined when neither the current nor the previous key decrypts it */
export const readSecret = (config: Config, webhookId: string, stored: Buffer): string | undefined =>
  decryptStored(decryptionKeys(config), stored, contextOf(webhookId));

/**
 * The headers by which a receiver checks a message.
 * @param secrets the current one, and the one before while it is accepted
 * @param now when it is sent: receivers refuse what is more than some minutes old
 */
export function signedHeaders(secrets: readonly string[], messageId: string, body: string, now: Date): Record<string, string> {
  const id = `msg_${messageId}`;
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
