import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { BoundedMap } from '../../platform/lib/bounded-map.ts';
import type { Actor } from '../visibility.ts';

/** Accounts whose tenant is kept in memory; it never changes. */
const maxKnown = 50_000;

const knownTenants = new WeakMap<Database, BoundedMap<string, string>>();

/**
 * Finds the tenant of an account, by which scarce things are shared: a client with the accounts that it created. Everybody else is
 * a tenant of their own.
 * @returns the id of the client or of the account; at once when it is known
 */
export function tenantOf(db: Database, { id, role }: Pick<Actor, 'id' | 'role'>): string | Promise<string> {
  if (role !== 'worker') return id;
  const known = knownTenants.get(db) ?? new BoundedMap<string, string>(maxKnown);
  knownTenants.set(db, known);
  return known.get(id) ?? findTenant(db, id, known);
}

async function findTenant(db: Database, workerId: string, known: BoundedMap<string, string>): Promise<string> {
  const row = await db.read
    .selectFrom('users as u')
    .leftJoin('users as creator', (join) => join.onRef('creator.id', '=', 'u.created_by').on('creator.role', '=', 'client'))
    .select(sql<string>`coalesce(creator.id, u.id)`.as('tenant'))
    .where('u.id', '=', workerId)
    .executeTakeFirst();
  const tenant = row?.tenant ?? workerId;
  known.set(workerId, tenant);
  return tenant;
}
