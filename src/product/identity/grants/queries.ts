import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { type Page, selectPage } from '../../../platform/http/pagination.ts';
import type { ActingRight } from '../../../platform/module/module.ts';
import type { Actor } from '../../visibility.ts';
import type { Grant, GrantQuery } from './schemas.ts';
import './tables.ts';

/** Columns of a grant over `g`. */
export const grantColumns = sql<Grant>`
  g.id, g.principal_id, (select name from users where id = g.principal_id) as principal_name,
  g.deputy_id, coalesce((select name from users where id = g.deputy_id), '') as deputy_name,
  g.email, g.scope, case when g.deputy_id is null then 'invited' else 'active' end as status,
  g.notify, g.created_at, g.expires_at`;

/** Grants that somebody has given or holds. Alias `g`. */
const isOwn = ({ id }: Actor): RawBuilder<SqlBool> => sql`(g.principal_id = ${id} or g.deputy_id = ${id})`;

/** Grants that somebody reads and ends: its own, all for an admin. Alias `g`. */
export const seesGrant = (actor: Actor): RawBuilder<SqlBool> => (actor.role === 'admin' ? sql`true` : isOwn(actor));

/** Lists the grants of an account, given and held; for an admin those that any client has given. */
export function listGrants(db: Db, actor: Actor, query: GrantQuery): Promise<Page<Grant>> {
  const { principal_id } = query;
  const own = isOwn(actor);
  const ofPrincipal = sql<SqlBool>`g.principal_id = ${principal_id ?? null}::uuid and ${seesGrant(actor)}`;
  const grants = db
    .selectFrom('account_grants as g')
    .innerJoin('users as p', 'p.id', 'g.principal_id')
    .leftJoin('users as d', 'd.id', 'g.deputy_id')
    .where(principal_id === undefined ? own : ofPrincipal)
    .select(['g.id', 'g.principal_id', 'p.name as principal_name', 'g.deputy_id', 'g.email', 'g.scope', 'g.notify'])
    .select(['g.created_at', 'g.expires_at'])
    .select(sql<string>`coalesce(d.name, '')`.as('deputy_name'))
    .select(sql<Grant['status']>`case when g.deputy_id is null then 'invited' else 'active' end`.as('status'));
  return selectPage(grants, query, { column: `g.${query.sort}`, id: 'g.id', direction: 'desc' });
}

/** A deputy acts for the client that gave it a grant. */
export const rightOfDeputies: ActingRight = {
  scope: (senderId, principalId) =>
    sql`select g.scope from account_grants as g where g.deputy_id = ${senderId} and g.principal_id = ${principalId}`,
  principals: (senderId) => sql`select g.principal_id, g.scope from account_grants as g where g.deputy_id = ${senderId}`,
};
