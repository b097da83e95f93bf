import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { Type } from 'typebox';
import type { Db } from '../../../platform/database/database.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { type Page, selectPage } from '../../../platform/http/pagination.ts';
import type { TicketField } from '../../../platform/module/ticket-fields.ts';
import { type Actor, readsObject } from '../../visibility.ts';
import { type Announcement, type AnnouncementQuery, ShownAnnouncement } from './schemas.ts';

const columns = ['a.id', 'a.object_id', 'a.text', 'a.from_at as from', 'a.to_at as to', 'a.created_at'] as const;

/** The announcement `a` is shown at this time. */
const isShown = (now: Date): RawBuilder<SqlBool> => sql`(a.from_at <= ${now}::timestamptz and a.to_at > ${now}::timestamptz)`;

/** Lists the announcements of an object, which the caller may read; the newest first. */
export async function listAnnouncements(
  db: Db,
  objectId: number,
  query: AnnouncementQuery,
  now: Date,
): Promise<Page<Announcement>> {
  const ofObject = db.selectFrom('announcements as a').where('a.object_id', '=', objectId);
  const found = query.current === undefined ? ofObject : ofObject.where(isShown(now));
  const column = query.sort === 'id' ? 'a.id' : `a.${query.sort}_at`;
  return selectPage(found.select(columns), query, { column, id: 'a.id', direction: 'desc' });
}

/** Reads the announcements of an object that are shown, in the order in which they began. */
export function readShownAnnouncements(db: Db, objectId: number, now: Date): Promise<ShownAnnouncement[]> {
  return db
    .selectFrom('announcements as a')
    .select(['a.id', 'a.text', 'a.from_at as from', 'a.to_at as to'])
    .where('a.object_id', '=', objectId)
    .where(isShown(now))
    .orderBy('a.from_at')
    .orderBy('a.id')
    .execute();
}

/** Reads an announcement. @throws 404 missing or not visible */
export async function getAnnouncement(db: Db, actor: Actor, id: number): Promise<Announcement> {
  const announcement = await db
    .selectFrom('announcements as a')
    .innerJoin('objects as o', 'o.id', 'a.object_id')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .select(columns)
    .where('a.id', '=', id)
    .where(readsObject(actor))
    .executeTakeFirst();
  if (!announcement) throw notFound('announcement');
  return announcement;
}

/** What a ticket shows of the announcements of its object. */
export const announcementsField: TicketField = {
  name: 'announcements',
  onlyInDetails: true,
  schema: Type.Array(ShownAnnouncement, { description: 'What people are told about the object now.' }),
  columns: (now) => sql`(
    select json_agg(json_build_object('id', a.id, 'text', a.text, 'from', a.from_at, 'to', a.to_at) order by a.from_at, a.id)
    from announcements as a where a.object_id = t.object_id and ${isShown(now)}
  ) as announcements`,
  present: ({ announcements }) =>
    isList(announcements) ? announcements.map((one) => ({ ...one, from: toIso(one.from), to: toIso(one.to) })) : [],
};

const isList = (value: unknown): value is ShownAnnouncement[] => Array.isArray(value);
const toIso = (time: string): string => new Date(time).toISOString();
