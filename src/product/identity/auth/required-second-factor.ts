import { type SqlBool, sql } from 'kysely';
import type { Config } from '../../../platform/config/config.ts';
import type { Db } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { forbidden } from '../../../platform/http/errors.ts';
import type { BearerClaims } from '../../../platform/security/bearer-tokens.ts';

type RequiringRoles = Pick<Config, 'rolesWithSecondFactor'>;

/** Routes with which somebody signs in, out, and sets a second factor up. */
const availableRoutes = /^\/(auth\/.+|ext\/(me|password|(mfa|passkeys?)(\/.+)?))$/;

/**
 * Whether an account has the second factor that REQUIRE_MFA asks of its role: one-time codes, or a passkey that is asked for after the
 * password. A passkey alone is none, because the password still signs in without it.
 * @param users the name of the row of users in the statement
 */
export function hasRequiredSecondFactor({ rolesWithSecondFactor: roles }: RequiringRoles, users: 'users' | 'u') {
  if (roles.length === 0) return sql<SqlBool>`true`;
  const id = sql.ref(`${users}.id`);
  return sql<SqlBool>`(${sql.ref(`${users}.role`)}::text <> all(${[...roles]}::text[])
    or exists (select from totp where totp.user_id = ${id} and totp.confirmed_at is not null)
    or exists (select from passkey_requirements as required where required.user_id = ${id}))`;
}

/**
 * Refuses an account that REQUIRE_MFA asks for a second factor and that has none.
 * @param route the path of the route that answers, such as /ext/tickets/:id
 * @throws 403
 */
export async function requireConfiguredSecondFactor(
  db: Db,
  config: RequiringRoles,
  { sub, role }: BearerClaims,
  route: string,
): Promise<void> {
  if (!config.rolesWithSecondFactor.some((one) => one === role) || availableRoutes.test(route)) return;
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', sub)
    .where(hasRequiredSecondFactor(config, 'users'))
    .executeTakeFirst();
  if (!found) throw forbidden('second_factor_required', errorMessages.secondFactorRequired);
}
