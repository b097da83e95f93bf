import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { hasPart } from '../../../platform/database/like-patterns.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, forbidden, notFound } from '../../../platform/http/errors.ts';
import { type Page, selectPage } from '../../../platform/http/pagination.ts';
import { emailKey, formerEmailKey } from '../../../platform/lib/email.ts';
import { type Actor, canConfirm } from '../../visibility.ts';
import type { Profile, UnconfirmedQuery, UserQuery } from './schemas.ts';

export const profileColumns = ['id', 'email', 'name', 'phone', 'role', 'is_active', 'confirmed_at', 'created_at'] as const;

/** Reads the profile of an account. @throws 404 no such account */
export async function getProfile(db: Db, id: string): Promise<Profile> {
  const profile = await db.selectFrom('users').select(profileColumns).where('id', '=', id).executeTakeFirst();
  if (!profile) throw notFound('user');
  return profile;
}

/** Refuses a taken address before its password is hashed; the unique constraint decides. @throws 409 taken */
export async function requireFreeEmail(db: Db, email: string): Promise<void> {
  const taken = await db.selectFrom('users').select('id').where(isAccountOf('users.id', email)).executeTakeFirst();
  if (taken) throw conflict('email_taken', errorMessages.emailTaken);
}

/** Lists the accounts of a role whose name or e-mail address contains `q`. @throws 403 a client and not workers */
export async function listUsers(db: Db, actor: Actor, query: UserQuery): Promise<Page<Profile>> {
  const { role = 'worker' } = query;
  if (actor.role === 'client' && role !== 'worker') throw forbidden('workers_only', 'a client lists workers only');
  const { q, include_inactive = '0', sort } = query;
  let users = db.selectFrom('users as u').where('u.role', '=', role);
  if (include_inactive === '0') users = users.where('u.is_active', '=', true);
  if (q !== undefined) {
    users = users.where((eb) => eb.or([hasPart(sql.ref('u.name_search'), q), hasPart(sql.ref('u.email_search'), q)]));
  }
  return selectPage(users.select(profileColumns), query, { column: `u.${sort}`, id: 'u.id', direction: 'asc' });
}

/** Lists the accounts that the actor may confirm. */
export async function listUnconfirmed(db: Db, actor: Actor, query: UnconfirmedQuery): Promise<Page<Profile>> {
  const unconfirmed = db.selectFrom('users as u').where('u.confirmed_at', 'is', null).where(canConfirm(actor));
  return selectPage(unconfirmed.select(profileColumns), query, { column: `u.${query.sort}`, id: 'u.id', direction: 'asc' });
}

/** @returns the name of a client of whom an account may read and set what belongs to it: itself, all for an admin @throws 404 */
export async function requireClient(db: Db, { id, role }: Actor, clientId: string): Promise<string> {
  const clients = db.selectFrom('users').select('name').where('id', '=', clientId).where('role', '=', 'client');
  const client = role === 'admin' || id === clientId ? await clients.executeTakeFirst() : undefined;
  if (!client) throw notFound('user');
  return client.name;
}

/** The keys that the account of an address may have. */
const keysOf = (email: string): RawBuilder<string> => sql`any(${[formerEmailKey(email), emailKey(email)]}::text[])`;

/**
 * The account of an address, as a condition for a row of users. Of two accounts whose addresses differed in earlier releases, each is
 * found by the address as it was typed.
 * @param id the column
 */
export const isAccountOf = (id: string, email: string) =>
  sql<boolean>`${sql.ref(id)} = (
    select id from users where email_key = ${keysOf(email)} order by email_key = ${formerEmailKey(email)} desc limit 1
  )`;
