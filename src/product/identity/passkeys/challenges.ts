import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../../platform/config/config.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { minutes } from '../../../platform/lib/duration.ts';
import { tokenHash } from '../../../platform/security/tokens.ts';

// A challenge has random bytes, an expiry, and a signature over both and its purpose. So asking for one stores nothing, and every
// instance can check it. Only the hash of a used one is stored, so that it works once.

/** `sign-in`, or the registration of a passkey of one account in one session */
type Purpose = 'sign-in' | { registerFor: string; session: string };

/** Also how long the browser waits for the device. */
export const challengeTtlMs = minutes(5);

const randomLength = 16;
const expiryLength = 6;
const signedLength = randomLength + expiryLength;
const signatureLength = 32;

export class Challenges {
  readonly #keys: readonly [Buffer, ...Buffer[]];

  /** @param secrets the ones that sign access tokens; the previous one is empty where there is none */
  constructor({ jwtSecret, jwtSecretPrevious }: Pick<Config, 'jwtSecret' | 'jwtSecretPrevious'>) {
    this.#keys = [keyOf(jwtSecret), ...(jwtSecretPrevious ? [keyOf(jwtSecretPrevious)] : [])];
  }

  issue(purpose: Purpose, now: Date): Buffer {
    const signed = Buffer.alloc(signedLength);
    randomBytes(randomLength).copy(signed);
    signed.writeUIntBE(now.getTime() + challengeTtlMs, randomLength, expiryLength);
    return Buffer.concat([signed, signatureOf(this.#keys[0], signed, purpose)]);
  }

  /** @returns whether the challenge was issued for this purpose and has not expired. @param text in base64url */
  isValid(text: string, purpose: Purpose, now: Date): boolean {
    const challenge = Buffer.from(text, 'base64url');
    if (challenge.length !== signedLength + signatureLength) return false;
    const [signed, signature] = [challenge.subarray(0, signedLength), challenge.subarray(signedLength)];
    if (now.getTime() >= expiryOf(challenge)) return false;
    return this.#keys.some((key) => timingSafeEqual(signature, signatureOf(key, signed, purpose)));
  }
}

/** Uses a valid challenge up, in the transaction that it lets something happen in. @returns false when it was used before */
export async function consumeChallenge(tx: Tx, text: string): Promise<boolean> {
  const challenge = Buffer.from(text, 'base64url');
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('used_passkey_challenges')
    // Of the bytes: base64url has several texts for the same ones.
    .values({ challenge_hash: tokenHash(challenge.toString('base64url')), expires_at: new Date(expiryOf(challenge)) })
    .onConflict((used) => used.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

const expiryOf = (challenge: Buffer): number => challenge.readUIntBE(randomLength, expiryLength);

const signatureOf = (key: Buffer, signed: Buffer, purpose: Purpose): Buffer =>
  createHmac('sha256', key).update(signed).update(JSON.stringify(purpose)).digest();

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'passkey challenges', 32));
