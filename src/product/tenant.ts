import { type RawBuilder, sql } from 'kysely';

// A tenant is a client with the accounts that it created. An admin is a tenant of its own, and so is a worker that an admin created.
// What is scarce is shared by tenant, because a client can create accounts as it likes. Each function returns the SQL of a tenant's id,
// null when there is no such row.

/** An id, or its SQL. */
type Id<T> = T | RawBuilder<T>;

/** The tenant of an account. */
export const tenantOfAccount = (id: Id<string>): RawBuilder<string | null> => sql`(
  select coalesce(creator.id, account.id)
  from users as account left join users as creator on creator.id = account.created_by and creator.role = 'client'
  where account.id = ${id})`;

/** The client of a ticket. */
export const tenantOfTicket = (id: Id<number>): RawBuilder<string | null> =>
  sql`(select client_id from tickets where id = ${id})`;

/** The client of a project. */
export const tenantOfProject = (id: Id<number>): RawBuilder<string | null> =>
  sql`(select client_id from projects where id = ${id})`;

/** The client of an object. */
export const tenantOfObject = (id: Id<number>): RawBuilder<string | null> => sql`(
  select project.client_id from objects as object join projects as project on project.id = object.project_id where object.id = ${id})`;
