import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { BoundedMap } from '../lib/bounded-map.ts';
import { hours } from '../lib/duration.ts';

/** Seconds an access token lives (docs/rules.md, Sessions). */
export const accessTokenSeconds = hours(1) / 1000;

export interface AccessClaims {
  /** user id */
  sub: string;
  role: string;
  /** the account's token version at the time of issue */
  ver: number;
}

/** What a token that was verified says. */
export interface VerifiedClaims extends AccessClaims {
  /** when it ends, in seconds */
  exp: number;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export const signingKey = (secret: string): KeyObject => createSecretKey(Buffer.from(secret, 'utf8'));

export async function signAccessToken(key: KeyObject, claims: AccessClaims, now: Date): Promise<string> {
  const issued = Math.floor(now.getTime() / 1000);
  return new SignJWT({ role: claims.role, ver: claims.ver })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(claims.sub)
    .setIssuedAt(issued)
    .setExpirationTime(issued + accessTokenSeconds)
    .sign(key);
}

/** @returns the claims, or undefined for anything but an unexpired HS256 token of ours */
export async function verifyAccessToken(key: KeyObject, token: string, now: Date): Promise<VerifiedClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      currentDate: now,
      requiredClaims: ['sub', 'role', 'ver', 'iat', 'exp'],
    });
    const { sub, role, ver, exp } = payload;
    if (typeof sub !== 'string' || !uuid.test(sub) || typeof role !== 'string' || typeof ver !== 'number') return undefined;
    return exp === undefined ? undefined : { sub, role, ver, exp };
  } catch {
    return undefined;
  }
}

/** Requests of tokens that are not remembered take turns with those of callers without one (admission.ts). */
const maxCached = 20_000;

/**
 * Verifies access tokens and remembers those that were good until they end. Checking a signature
 * costs 50 µs and a turn in the thread pool, more than anything else that every request needs, and
 * a caller sends the same token for an hour.
 */
export class CachedVerifier {
  readonly #key: KeyObject;
  readonly #good: BoundedMap<string, VerifiedClaims>;

  /** @param max how many tokens are remembered */
  constructor(key: KeyObject, max = maxCached) {
    this.#key = key;
    this.#good = new BoundedMap(max);
  }

  /** @returns the claims of a token that was verified before and has not ended */
  cached(token: string, now: Date): VerifiedClaims | undefined {
    const claims = this.#good.get(token);
    return claims && claims.exp > Math.floor(now.getTime() / 1000) ? claims : undefined;
  }

  /** @returns the claims, or undefined for anything but an unexpired HS256 token of ours */
  async verify(token: string, now: Date): Promise<VerifiedClaims | undefined> {
    const known = this.cached(token, now);
    if (known) return known;
    const claims = await verifyAccessToken(this.#key, token, now);
    if (claims) this.#good.set(token, Object.freeze(claims));
    else this.#good.delete(token);
    return claims;
  }
}

/** 256 random bits for refresh cookies and one-time tokens, safe in a URL. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** What the database keeps of a token. Plain SHA-256 suffices: the token has no guessable part. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** 128 random bits, in the letters that a deep link to a bot may carry. */
export const bindCode = (): string => randomBytes(16).toString('base64url');

/** Whether a text could be such a code. */
export const isBindCode = (text: string): boolean => /^[A-Za-z0-9_-]{22}$/.test(text);
