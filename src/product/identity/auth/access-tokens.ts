import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { forbidden, invalidAccessToken } from '../../../platform/http/errors.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import type { BearerTokenScheme } from '../../../platform/security/bearer-tokens.ts';
import { type AccessClaims, CachedVerifier, type VerifiedClaims } from '../../../platform/security/tokens.ts';

/** The scheme of the tokens that a login issues (docs/rules.md, Sessions). */
export function accessTokenScheme({
  db,
  signingKey,
  previousSigningKey,
}: Pick<Deps, 'db' | 'signingKey' | 'previousSigningKey'>): BearerTokenScheme<VerifiedClaims> {
  const verifier = new CachedVerifier(signingKey, previousSigningKey);
  return {
    prefix: '',
    cached: (token, now) => verifier.cached(token, now),
    verify: (token, now) => verifier.verify(token, now),
    checkAccount: (claims) => checkAccount(db, claims),
    findInvalid: (claims) => findInvalid(db, claims),
  };
}

/** @throws 401 if the account was deleted or its role or password changed since the token was issued; 403 if it is disabled */
export async function checkAccount(db: Database, claims: AccessClaims): Promise<void> {
  const account = await db.read
    .selectFrom('users')
    .select(['is_active', 'token_version', 'role'])
    .where('id', '=', claims.sub)
    .executeTakeFirst();
  if (!account || account.role !== claims.role) throw invalidAccessToken();
  if (!account.is_active) throw forbidden('account_disabled', errorMessages.accountDisabled);
  if (account.token_version !== claims.ver) throw invalidAccessToken();
}

async function findInvalid(db: Database, claims: readonly VerifiedClaims[]): Promise<ReadonlySet<VerifiedClaims>> {
  const rows = await db.read
    .selectFrom('users')
    .select(['id', 'token_version'])
    .where('id', '=', sql<string>`any(${[...new Set(claims.map(({ sub }) => sub))]}::uuid[])`)
    .where('is_active', '=', true)
    .execute();
  const versions = new Map(rows.map(({ id, token_version }) => [id, token_version]));
  return new Set(claims.filter(({ sub, ver }) => versions.get(sub) !== ver));
}
