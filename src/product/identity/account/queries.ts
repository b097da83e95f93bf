import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { type Page, selectPage } from '../../../platform/http/pagination.ts';
import type { ActingRight, ActingScope, RouteDeps, SecondFactorLookup } from '../../../platform/module/module.ts';
import type { Role } from '../../../platform/security/roles.ts';
import { type Actor, seesAccount } from '../../visibility.ts';
import { profileColumns } from '../users/queries.ts';
import type { AccountQuery, AccountTrust, Me, Session, SessionQuery } from './schemas.ts';

/** Reads the caller's profile with the state of its password, second factor and sessions. */
export async function getMe(
  db: Db,
  { findAccountsWithSecondFactor, actingRights }: Pick<RouteDeps, 'findAccountsWithSecondFactor' | 'actingRights'>,
  id: string,
  now: Date,
) {
  const openSessions = db
    .selectFrom('refresh_sessions')
    .select(sql<number>`count(*)`.as('n'))
    .where('user_id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString());
  const [user, secured, acts_for] = await Promise.all([
    db
      .selectFrom('users')
      .select([...profileColumns, 'must_change_password', 'language', openSessions.as('sessions')])
      .where('id', '=', id)
      .executeTakeFirst(),
    findAccountsWithSecondFactor(db, [id]),
    listPrincipals(db, actingRights, id),
  ]);
  if (!user) throw notFound('user');
  const { must_change_password, language, sessions, ...profile } = user;
  return { profile, must_change_password, mfa: { totp: secured.has(id) }, sessions: sessions ?? 0, language, acts_for };
}

/** Lists the active accounts that an account may act for, by name. Admins act for all and have none here. */
async function listPrincipals(db: Db, rights: readonly ActingRight[], senderId: string): Promise<Me['acts_for']> {
  if (rights.length === 0) return [];
  const principals = sql.join(
    rights.map((right) => right.principals(senderId)),
    sql` union all `,
  );
  const { rows } = await sql<{ id: string; name: string; role: Role; scope: ActingScope }>`
    select u.id, u.name, u.role, max(p.scope) as scope
    from (${principals}) as p (principal_id, scope) join users as u on u.id = p.principal_id
    where u.is_active group by u.id order by u.name, u.id`.execute(db);
  return rows;
}

/** Lists the open sessions of an account, the last used ones first. @param currentId of the caller's access token */
export async function listSessions(
  db: Db,
  userId: string,
  currentId: string | undefined,
  query: SessionQuery,
  now: Date,
): Promise<Page<Session>> {
  // An open session has one refresh token that is neither revoked nor expired; it was issued when the session was last used.
  const open = db
    .selectFrom('refresh_sessions as s')
    .where('s.user_id', '=', userId)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now.toISOString())
    .select(['s.session_id as id', 's.started_at as created_at', 's.created_at as last_used_at', 's.ip', 's.user_agent'])
    .select(sql<boolean>`coalesce(s.session_id = ${currentId ?? null}::uuid, false)`.as('current'));
  const columns = { last_used_at: 's.created_at', created_at: 's.started_at', id: 's.session_id' };
  return selectPage(open, query, { column: columns[query.sort], id: 's.session_id', direction: 'desc' });
}

const nameOf = (column: 'created_by' | 'disabled_by') =>
  sql<string>`coalesce((select name from users where id = u.${sql.ref(column)}), u.${sql.ref(`${column}_name`)})`;

/** Reads how far accounts can be trusted. Ids that the actor may not see are left out. */
export async function listAccountTrust(
  db: Db,
  findAccountsWithSecondFactor: SecondFactorLookup,
  actor: Actor,
  query: AccountQuery,
): Promise<Page<AccountTrust>> {
  const ids = query.ids.split(',');
  const accounts = db
    .selectFrom('users as u')
    .where('u.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where(seesAccount(actor))
    .select(['u.id', 'u.must_change_password', 'u.awaits_password', 'u.disabled_at'])
    .select([
      sql<boolean>`u.email_verified_at is not null`.as('email_verified'),
      sql<string>`coalesce(u.created_by::text, '')`.as('created_by'),
      sql<string>`coalesce(u.disabled_by::text, '')`.as('disabled_by'),
      nameOf('created_by').as('created_by_name'),
      nameOf('disabled_by').as('disabled_by_name'),
    ]);
  const [page, secured] = await Promise.all([
    selectPage(accounts, query, { column: `u.${query.sort}`, id: 'u.id', direction: 'asc' }),
    findAccountsWithSecondFactor(db, ids),
  ]);
  const items = page.items.map((item) => ({ ...item, totp: actor.role === 'admin' ? secured.has(item.id) : null }));
  return { ...page, items };
}
