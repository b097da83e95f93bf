import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, notFound } from '../../../platform/http/errors.ts';
import { instantOf } from '../../../platform/http/schemas.ts';
import { type Actor, seesProject } from '../../visibility.ts';
import { lockObjectToChange } from '../equipment/actions.ts';
import { getAnnouncement } from './queries.ts';
import { type Announcement, type ChangeAnnouncement, type CreateAnnouncement, maxAnnouncements } from './schemas.ts';

/**
 * Adds an announcement for the people in an object. The constraint announcements_order refuses an end that is not after the beginning.
 * @throws 404 object missing or not visible, 400 `to` is not after `from`, 409 too many
 */
export async function createAnnouncement(
  tx: Tx,
  actor: Actor,
  objectId: number,
  { text, from, to }: CreateAnnouncement,
  now: Date,
): Promise<Announcement> {
  await lockObjectToChange(tx, actor, objectId);
  const { id } = await tx
    .insertInto('announcements')
    .values({ object_id: objectId, text, from_at: instantOf(from), to_at: instantOf(to), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { n } = await tx
    .selectFrom('announcements')
    .select(sql<number>`count(*)`.as('n'))
    .where('object_id', '=', objectId)
    .executeTakeFirstOrThrow();
  if (n > maxAnnouncements) throw conflict('too_many_announcements', errorMessages.tooManyAnnouncements);
  return getAnnouncement(tx, actor, id);
}

/** Changes an announcement. @throws 404 missing or not visible, 400 `to` is not after `from` */
export async function changeAnnouncement(
  tx: Tx,
  actor: Actor,
  id: number,
  { from, to, ...changes }: ChangeAnnouncement,
): Promise<Announcement> {
  await lockAnnouncement(tx, actor, id);
  const times = { ...(from && { from_at: instantOf(from) }), ...(to && { to_at: instantOf(to) }) };
  await tx
    .updateTable('announcements')
    .set({ ...changes, ...times })
    .where('id', '=', id)
    .execute();
  return getAnnouncement(tx, actor, id);
}

/** Deletes an announcement. @throws 404 missing or not visible */
export async function deleteAnnouncement(tx: Tx, actor: Actor, id: number): Promise<void> {
  await lockAnnouncement(tx, actor, id);
  await tx.deleteFrom('announcements').where('id', '=', id).execute();
}

async function lockAnnouncement(tx: Tx, actor: Actor, id: number): Promise<void> {
  const announcement = await tx
    .selectFrom('announcements as a')
    .innerJoin('objects as o', 'o.id', 'a.object_id')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .select('a.id')
    .where('a.id', '=', id)
    .where(seesProject(actor))
    .forUpdate('a')
    .executeTakeFirst();
  if (!announcement) throw notFound('announcement');
}
