import { createHash, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { badRequest } from '../errors.ts';

/** 1 to 200 visible ASCII characters. A repeated header arrives as one with a comma and a space. */
const visible = /^[\x21-\x7e]{1,200}$/;

/** @returns the Idempotency-Key of a request, if it has one @throws 400 malformed */
export function idempotencyKeyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const header = headers['idempotency-key'];
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !visible.test(header)) {
    throw badRequest('invalid_idempotency_key', 'Idempotency-Key must be one value of 1 to 200 visible ASCII characters');
  }
  return header;
}

/** An Idempotency-Key of one account, or of one account that acts for another. */
export interface ScopedKey {
  /** the SHA-256 under which its answer is stored */
  id: Buffer;
  /** encrypts the answer */
  encryptionKey: KeyObject;
  /** decrypt it; several while JWT_SECRET is being replaced */
  decryptionKeys: readonly KeyObject[];
}

/**
 * Answers may contain tokens, and what a request is compared by depends on passwords. They are therefore encrypted with a key that
 * is derived from the Idempotency-Key, of which only a hash is stored, and from the secrets of the service: neither the
 * database nor the secrets are enough to read them.
 * @param caller the account, and the one that it acts for: requests without an account store nothing
 * @param secrets the current one first
 */
export function scopedKey(key: string, caller: string, secrets: readonly [KeyObject, ...KeyObject[]]): ScopedKey {
  const scoped = `${caller} ${key}`;
  const derive = (secret: KeyObject): KeyObject =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret.export(), scoped, 'stored answers', 32)));
  const decryptionKeys = secrets.map(derive) as [KeyObject, ...KeyObject[]];
  return { id: createHash('sha256').update(scoped).digest(), encryptionKey: decryptionKeys[0], decryptionKeys };
}
