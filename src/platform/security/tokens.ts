import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { BoundedMap } from '../lib/bounded-map.ts';
import { plus } from '../lib/clock.ts';
import { hours } from '../lib/duration.ts';

/** Seconds an access token lives (docs/rules.md, Sessions). */
export const accessTokenSeconds = hours(1) / 1000;

export interface AccessClaims {
  /** user id */
  sub: string;
  role: string;
  /** the account's token version at the time of issue */
  ver: number;
  /** the id of the session, which distinguishes it from the others of the account */
  sid?: string;
}

/** The claims of a verified token. */
export interface VerifiedClaims extends AccessClaims {
  /** when the token expires, in Unix seconds */
  exp: number;
}

/** A secret that was replaced, while tokens that it signed are still accepted. */
export interface PreviousKey {
  key: KeyObject;
  acceptedUntil: Date;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** How long previous secrets are accepted after a start: the lifetime of the access tokens that they signed. */
export const previousSecretMs = hours(1);

export const signingKey = (secret: string): KeyObject => createSecretKey(Buffer.from(secret, 'utf8'));

/**
 * The keys of access tokens by their settings.
 * @param startedAt of the process, from which the time of the previous secret counts
 */
export function tokenKeys(
  { jwtSecret, jwtSecretPrevious }: { jwtSecret: string; jwtSecretPrevious: string },
  startedAt: Date,
): { signingKey: KeyObject; previousSigningKey: PreviousKey | undefined } {
  const previous = jwtSecretPrevious
    ? { key: signingKey(jwtSecretPrevious), acceptedUntil: plus(startedAt, previousSecretMs) }
    : undefined;
  return { signingKey: signingKey(jwtSecret), previousSigningKey: previous };
}

export async function signAccessToken(key: KeyObject, claims: AccessClaims, now: Date): Promise<string> {
  const issued = Math.floor(now.getTime() / 1000);
  return new SignJWT({ role: claims.role, ver: claims.ver, sid: claims.sid })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(claims.sub)
    .setIssuedAt(issued)
    .setExpirationTime(issued + accessTokenSeconds)
    .sign(key);
}

/** @returns the claims, or undefined unless it is an unexpired HS256 token of this service */
export async function verifyAccessToken(key: KeyObject, token: string, now: Date): Promise<VerifiedClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      currentDate: now,
      requiredClaims: ['sub', 'role', 'ver', 'iat', 'exp'],
    });
    const { sub, role, ver, exp, sid } = payload;
    if (typeof sub !== 'string' || !uuid.test(sub) || typeof role !== 'string' || typeof ver !== 'number') return undefined;
    if (exp === undefined) return undefined;
    return { sub, role, ver, exp, ...(typeof sid === 'string' && uuid.test(sid) && { sid }) };
  } catch {
    return undefined;
  }
}

/** Requests with other tokens wait in the queue of requests without a token (admission.ts). */
const maxCached = 20_000;

/** Verifies access tokens and caches valid ones until they expire, because verifying a signature uses the thread pool. */
export class CachedVerifier {
  readonly #key: KeyObject;
  readonly #previous: PreviousKey | undefined;
  readonly #verified: BoundedMap<string, VerifiedClaims>;

  /** @param max how many tokens are cached */
  constructor(key: KeyObject, previous?: PreviousKey, max = maxCached) {
    this.#key = key;
    this.#previous = previous;
    this.#verified = new BoundedMap(max);
  }

  /** @returns the claims of a token that was verified before and has not expired */
  cached(token: string, now: Date): VerifiedClaims | undefined {
    const claims = this.#verified.get(token);
    return claims && claims.exp > Math.floor(now.getTime() / 1000) ? claims : undefined;
  }

  /** @returns the claims, or undefined unless it is an unexpired HS256 token of this service */
  async verify(token: string, now: Date): Promise<VerifiedClaims | undefined> {
    const known = this.cached(token, now);
    if (known) return known;
    const claims = (await verifyAccessToken(this.#key, token, now)) ?? (await this.#verifyPrevious(token, now));
    if (claims) this.#verified.set(token, Object.freeze(claims));
    else this.#verified.delete(token);
    return claims;
  }

  /** @returns the claims of a token of the previous key, which expire with that key at the latest */
  async #verifyPrevious(token: string, now: Date): Promise<VerifiedClaims | undefined> {
    if (!this.#previous || now >= this.#previous.acceptedUntil) return undefined;
    const claims = await verifyAccessToken(this.#previous.key, token, now);
    const lastSecond = Math.floor(this.#previous.acceptedUntil.getTime() / 1000);
    return claims && { ...claims, exp: Math.min(claims.exp, lastSecond) };
  }
}

/** 256 random bits for refresh cookies and one-time tokens, safe in a URL. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** The SHA-256 under which a token is stored; a salt is not needed because tokens are random. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** 128 random bits in characters that a deep link to a bot may contain. */
export const bindCode = (): string => randomBytes(16).toString('base64url');

/** Whether a text has the form of a bind code. */
export const isBindCode = (text: string): boolean => /^[A-Za-z0-9_-]{22}$/.test(text);
