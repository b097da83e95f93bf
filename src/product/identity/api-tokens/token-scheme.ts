import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { forbidden, type HttpError, invalidAccessToken } from '../../../platform/http/errors.ts';
import { BoundedMap } from '../../../platform/lib/bounded-map.ts';
import { type Clock, plus } from '../../../platform/lib/clock.ts';
import { minutes } from '../../../platform/lib/duration.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import type { BearerClaims, BearerTokenScheme } from '../../../platform/security/bearer-tokens.ts';
import { tokenHash } from '../../../platform/security/tokens.ts';

export const apiTokenPrefix = 'cot_';
/** The prefix and 256 bits in base64url. */
const apiTokenPattern = /^cot_[\w-]{43}$/;

/**
 * Sign-in, password, second factor, sessions and tokens: whoever finds an API token must not be able to keep the account,
 * nor an address that shows what it sees, nor let others act for it.
 * Browsers are subscribed to notifications for a session, and an API token has none.
 */
const refusedPaths = /^\/(auth|ext\/(password|mfa|passkeys?|sessions|tokens|calendar|grants|push\/subscriptions))(\/|$)/;

/** Each message of the Model Context Protocol is a POST; what its tools call is checked by itself. */
const readsByPost = '/ext/mcp';

const maxCached = 20_000;
/** The last use of a token is written once in this time. */
const lastUseIntervalMs = minutes(1);

interface ApiTokenClaims extends BearerClaims {
  tokenId: string;
  /** of the cache: the hash, so that no token is kept in memory */
  cacheKey: string;
  scope: 'read' | 'write';
}

/**
 * API tokens (docs/rules.md, API tokens): a random text that is looked up by its hash. What never changes of a token is cached;
 * that it exists is checked at each request, so that it is refused at once when it is revoked.
 */
export class ApiTokenScheme implements BearerTokenScheme<ApiTokenClaims> {
  readonly prefix = apiTokenPrefix;
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #log: Pick<Logger, 'debug'>;
  readonly #verified = new BoundedMap<string, ApiTokenClaims>(maxCached);
  /** ids of the tokens whose last use is being written */
  readonly #writing = new Set<string>();

  constructor({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
  }

  cached(token: string, now: Date): ApiTokenClaims | undefined {
    const claims = this.#verified.get(cacheKeyOf(token));
    return claims && claims.exp * 1_000 > now.getTime() ? claims : undefined;
  }

  async verify(token: string, now: Date): Promise<ApiTokenClaims | undefined> {
    if (!apiTokenPattern.test(token)) return undefined;
    const found = await this.#db.read
      .selectFrom('api_tokens as t')
      .innerJoin('users as u', 'u.id', 't.user_id')
      .select(['t.id', 't.user_id', 't.scope', 't.expires_at', 'u.role'])
      .where('t.token_hash', '=', tokenHash(token))
      .executeTakeFirst();
    const expiresMs = found?.expires_at ? new Date(found.expires_at).getTime() : Number.POSITIVE_INFINITY;
    if (!found || expiresMs <= now.getTime()) return undefined;
    const { id: tokenId, user_id: sub, role, scope } = found;
    const cacheKey = cacheKeyOf(token);
    const claims = Object.freeze({ sub, role, exp: expiresMs / 1_000, tokenId, scope, cacheKey });
    this.#verified.set(cacheKey, claims);
    return claims;
  }

  async checkAccount({ tokenId, role, cacheKey }: ApiTokenClaims): Promise<void> {
    const found = await this.#db.read
      .selectFrom('api_tokens as t')
      .innerJoin('users as u', 'u.id', 't.user_id')
      .select(['u.is_active', 'u.role', 't.last_used_at'])
      .where('t.id', '=', tokenId)
      .executeTakeFirst();
    if (found?.role !== role) {
      this.#verified.delete(cacheKey);
      throw invalidAccessToken();
    }
    if (!found.is_active) throw forbidden('account_disabled', errorMessages.accountDisabled);
    this.#recordUse(tokenId, found.last_used_at);
  }

  async findInvalid(claims: readonly ApiTokenClaims[]): Promise<ReadonlySet<ApiTokenClaims>> {
    const rows = await this.#db.read
      .selectFrom('api_tokens as t')
      .innerJoin('users as u', 'u.id', 't.user_id')
      .select('t.id')
      .where('t.id', '=', sql<string>`any(${claims.map(({ tokenId }) => tokenId)}::uuid[])`)
      .where('u.is_active', '=', true)
      .execute();
    const valid = new Set(rows.map(({ id }) => id));
    return new Set(claims.filter(({ tokenId }) => !valid.has(tokenId)));
  }

  refusalOf({ scope }: ApiTokenClaims, { method, path }: { method: string; path: string }): HttpError | undefined {
    if (refusedPaths.test(path)) return forbidden('not_for_api_tokens', errorMessages.notForApiTokens);
    const isRead = method === 'GET' || path === readsByPost;
    return scope === 'read' && !isRead ? forbidden('read_only_api_token', errorMessages.readOnlyApiToken) : undefined;
  }

  /** Writes the last use beside the request, which neither waits for it nor fails with it. */
  #recordUse(id: string, lastUsedAt: string | null): void {
    const now = this.#clock();
    const before = plus(now, -lastUseIntervalMs);
    if (this.#writing.has(id) || (lastUsedAt !== null && new Date(lastUsedAt) > before)) return;
    this.#writing.add(id);
    this.#db
      .statement((writer) =>
        writer
          .updateTable('api_tokens')
          .set({ last_used_at: now })
          .where('id', '=', id)
          // Another instance may have written it meanwhile.
          .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', before.toISOString())]))
          .execute(),
      )
      .catch((error: Error) => this.#log.debug({ reason: error.message }, 'the last use of an API token was not stored'))
      .finally(() => this.#writing.delete(id));
  }
}

const cacheKeyOf = (token: string): string => tokenHash(token).toString('base64');
