import { sql } from 'kysely';
import { Type } from 'typebox';
import type { TicketField } from '../../../platform/module/ticket-fields.ts';
import { isShown } from './queries.ts';
import { ShownAnnouncement } from './schemas.ts';

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
