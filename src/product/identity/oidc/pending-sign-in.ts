import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Config } from '../../../platform/config/config.ts';
import { plus } from '../../../platform/lib/clock.ts';
import { minutes } from '../../../platform/lib/duration.ts';
import { decryptWithAny, encrypt } from '../../../platform/security/encryption.ts';
import type { AuthorizationChecks } from './provider.ts';

// A sign-in while its browser is at the provider. It is kept in a cookie, encrypted, so that nobody can fill a table with sign-ins that
// never end, every instance can go on with it, and the answer of the provider is of use in no other browser.

export interface PendingSignIn extends AuthorizationChecks {
  /** the page of the console that was asked for, empty for the first one */
  to: string;
}

interface Sealed extends PendingSignIn {
  /** Unix time in milliseconds */
  expiresAt: number;
}

/** People may have to find their second factor at the provider. */
export const pendingTtlMs = minutes(15);

const context = 'oidc sign-in';

export class PendingSignIns {
  readonly #keys: readonly [KeyObject, ...KeyObject[]];

  /** @param secrets the ones that sign access tokens; the previous one is empty where there is none */
  constructor({ jwtSecret, jwtSecretPrevious }: Pick<Config, 'jwtSecret' | 'jwtSecretPrevious'>) {
    this.#keys = [keyOf(jwtSecret), ...(jwtSecretPrevious ? [keyOf(jwtSecretPrevious)] : [])];
  }

  /** @returns the value of the cookie */
  seal(pending: PendingSignIn, now: Date): string {
    const sealed: Sealed = { ...pending, expiresAt: plus(now, pendingTtlMs).getTime() };
    return encrypt(this.#keys[0], JSON.stringify(sealed), context).toString('base64url');
  }

  /** @returns undefined unless it is the value of a cookie of this service that has not expired */
  open(cookie: string | undefined, now: Date): PendingSignIn | undefined {
    const text = cookie && decryptWithAny(this.#keys, Buffer.from(cookie, 'base64url'), context);
    if (!text) return undefined;
    const { expiresAt, ...pending } = JSON.parse(text) as Sealed;
    return now.getTime() < expiresAt ? pending : undefined;
  }
}

const keyOf = (secret: string): KeyObject => createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', context, 32)));
