import { sql } from 'kysely';
import { foldedPattern } from '../../platform/database/folded.ts';
import type { Db } from '../../platform/database/open.ts';
import { conflict, forbidden, notFound } from '../../platform/http/errors.ts';
import { directionOf, nameCollation, type Page } from '../../platform/http/pagination.ts';
import { emailKey } from '../../platform/lib/email.ts';
import { type Actor, canConfirm } from '../visibility.ts';
import type { Profile, UnconfirmedQuery, UserQuery } from './schemas.ts';

export const profileColumns = ['id', 'email', 'name', 'phone', 'role', 'is_active', 'confirmed_at', 'created_at'] as const;

/** @throws 404 */
export async function getProfile(db: Db, id: string): Promise<Profile> {
  const profile = await db.selectFrom('users').select(profileColumns).where('id', '=', id).executeTakeFirst();
  if (!profile) throw notFound('user');
  return profile;
}

/** Spares the work that a taken address would be refused after; the constraint decides. @throws 409 */
export async function requireFreeEmail(db: Db, email: string): Promise<void> {
  const taken = await db.selectFrom('users').select('id').where('email_key', '=', emailKey(email)).executeTakeFirst();
  if (taken) throw conflict('email already taken');
}

/**
 * The accounts of one role, by a part of name or e-mail address.
 * @throws 403 a client asking for a role other than worker
 */
export async function listUsers(db: Db, actor: Actor, query: UserQuery): Promise<Page<Profile>> {
  const { role = 'worker', q, include_inactive = '0', sort, limit, offset } = query;
  // A client finds workers to invite; accounts of other roles are not its business.
  if (actor.role === 'client' && role !== 'worker') throw forbidden('a client lists workers only');
  const direction = directionOf(query, 'asc');
  let users = db.selectFrom('users as u').where('u.role', '=', role);
  if (include_inactive === '0') users = users.where('u.is_active', '=', true);
  if (q !== undefined) {
    const pattern = foldedPattern(q);
    users = users.where((eb) => eb.or([eb('u.name_folded', 'like', pattern), eb('u.email_folded', 'like', pattern)]));
  }
  const [items, { total }] = await Promise.all([
    users
      .select(profileColumns)
      .orderBy(sortExpression(sort), direction)
      .orderBy('u.id', direction)
      .limit(limit)
      .offset(offset)
      .execute(),
    users.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { items, total, limit, offset };
}

/** Accounts that wait for the caller to confirm them. */
export async function listUnconfirmed(db: Db, actor: Actor, query: UnconfirmedQuery): Promise<Page<Profile>> {
  const { sort, limit, offset } = query;
  const direction = directionOf(query, 'asc');
  const waiting = db.selectFrom('users as u').where('u.confirmed_at', 'is', null).where(canConfirm(actor));
  const [items, { total }] = await Promise.all([
    waiting
      .select(profileColumns)
      .orderBy(sortExpression(sort), direction)
      .orderBy('u.id', direction)
      .limit(limit)
      .offset(offset)
      .execute(),
    waiting.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { items, total, limit, offset };
}

/** Names and addresses sort as people read them, the rest by value. */
export function sortExpression(sort: UserQuery['sort']) {
  const column = sql.ref(`u.${sort}`);
  return sort === 'name' || sort === 'email' ? sql`${column} ${nameCollation}` : column;
}
