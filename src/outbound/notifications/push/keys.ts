import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Config } from '../../../platform/config/config.ts';
import type { Database, Db } from '../../../platform/database/database.ts';
import { plus } from '../../../platform/lib/clock.ts';
import { hours } from '../../../platform/lib/duration.ts';
import { decryptionKeys, decryptWithAny, encrypt, encryptionKey } from '../../../platform/security/encryption.ts';

// The key pair with which the installation identifies itself to push services (VAPID, RFC 8292). Browsers subscribe to its
// public key, so that a new pair would end all subscriptions.

/** Push services accept at most 24 hours. */
const tokenTtlMs = hours(12);

export interface PushKeys {
  /** an uncompressed point of P-256 in base64url, as browsers take it */
  publicKey: string;
  privateKey: KeyObject;
}

/** What the private key is encrypted for. */
export const contextOf = (id: string): string => `push:${id}`;

/** @returns the keys of the installation; undefined before their first use, and when DATA_ENCRYPTION_KEY does not decrypt them */
export async function readPushKeys(db: Db, config: Config): Promise<PushKeys | undefined> {
  const row = await db.selectFrom('push_keys').select(['id', 'public_key', 'private_key']).executeTakeFirst();
  const secret = row && decryptWithAny(decryptionKeys(config), row.private_key, contextOf(row.id));
  if (!row || secret === undefined) return undefined;
  const point = Buffer.from(row.public_key, 'base64url');
  const x = point.toString('base64url', 1, 33);
  const y = point.toString('base64url', 33);
  const privateKey = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d: secret }, format: 'jwk' });
  return { publicKey: row.public_key, privateKey };
}

/** @returns the keys of the installation, made now when there are none; undefined without a DATA_ENCRYPTION_KEY that fits */
export async function findOrCreatePushKeys(db: Database, config: Config, now: Date): Promise<PushKeys | undefined> {
  const key = encryptionKey(config);
  if (!key) return undefined;
  const found = await readPushKeys(db.read, config);
  if (found) return found;
  const ecdh = createECDH('prime256v1');
  const public_key = ecdh.generateKeys('base64url', 'uncompressed');
  const id = crypto.randomUUID();
  const secret = Buffer.from(ecdh.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
  const private_key = encrypt(key, secret, contextOf(id));
  return db.transaction(async (tx) => {
    // The first of several instances wins: there is one row at most.
    const row = { id, public_key, private_key, created_at: now };
    await tx
      .insertInto('push_keys')
      .values(row)
      .onConflict((existing) => existing.column('is_only').doNothing())
      .execute();
    return readPushKeys(tx, config);
  });
}

/**
 * The header Authorization for one push service.
 * @param audience the origin of the endpoint
 * @param contact where the operator of the push service reaches ours: https: or mailto:; empty: none is named
 */
export async function vapidAuthorization(
  { publicKey, privateKey }: PushKeys,
  audience: string,
  contact: string,
  now: Date,
): Promise<string> {
  const token = new SignJWT(contact ? { sub: contact } : {})
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(audience)
    .setExpirationTime(plus(now, tokenTtlMs));
  return `vapid t=${await token.sign(privateKey)}, k=${publicKey}`;
}
