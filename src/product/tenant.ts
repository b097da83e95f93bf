import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { BoundedMap } from '../platform/lib/bounded-map.ts';
import type { Actor } from './visibility.ts';

// A tenant is a client with the accounts that it created. An admin is a tenant of its own, and so is a worker that an admin created.
// What is scarce is shared by tenant, because a client can create accounts as it likes.

/** An id, or its SQL. */
type Id<T> = T | RawBuilder<T>;

/** SQL of the tenant of an account; null: there is no such account. */
export const tenantOfAccount = (id: Id<string>): RawBuilder<string | null> => sql`(
  select coalesce(creator.id, account.id)
  from users as account left join users as creator on creator.id = account.created_by and creator.role = 'client'
  where account.id = ${id})`;

/** SQL of the client of a ticket; null: there is no such ticket. */
export const tenantOfTicket = (id: Id<number>): RawBuilder<string | null> =>
  sql`(select client_id from tickets where id = ${id})`;

/** SQL of the client of a project; null: there is no such project. */
export const tenantOfProject = (id: Id<number>): RawBuilder<string | null> =>
  sql`(select client_id from projects where id = ${id})`;

/** SQL of the client of an object; null: there is no such object. */
export const tenantOfObject = (id: Id<number>): RawBuilder<string | null> => sql`(
  select project.client_id from objects as object join projects as project on project.id = object.project_id where object.id = ${id})`;

/** Accounts whose tenant is kept in memory; it never changes. */
const maxKnown = 50_000;

const knownTenants = new WeakMap<Database, BoundedMap<string, string>>();

/** Finds the tenant of an account. @returns its id; at once when it is known */
export function tenantOf(db: Database, { id, role }: Pick<Actor, 'id' | 'role'>): string | Promise<string> {
  if (role !== 'worker') return id;
  const known = knownTenants.get(db) ?? new BoundedMap<string, string>(maxKnown);
  knownTenants.set(db, known);
  return known.get(id) ?? findTenant(db, id, known);
}

async function findTenant(db: Database, workerId: string, known: BoundedMap<string, string>): Promise<string> {
  const { rows } = await sql<{ tenant: string | null }>`select ${tenantOfAccount(workerId)} as tenant`.execute(db.read);
  const tenant = rows[0]?.tenant ?? workerId;
  known.set(workerId, tenant);
  return tenant;
}
