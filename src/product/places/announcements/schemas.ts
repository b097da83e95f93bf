import type { Generated } from 'kysely';
import { type Static, Type } from 'typebox';
import type { Timestamp as StoredTimestamp } from '../../../platform/database/tables.ts';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { Changes, Id, Name, OneOf, PageOf, Timestamp } from '../../../platform/http/schemas.ts';

/** Of one object, past ones included. */
export const maxAnnouncements = 100;
const maxTextLength = 500;

const fields = {
  text: Name(1, maxTextLength, ['There is no water on Thursday from 8 to 12.']),
  from: { ...Timestamp, description: 'From when on it is shown.' },
  to: { ...Timestamp, examples: ['2026-03-05T12:00:00.000Z'], description: 'Until when it is shown; after `from`.' },
};

export const Announcement = Type.Object(
  { id: Id, object_id: Id, text: Type.String(), from: Timestamp, to: Timestamp, created_at: Timestamp },
  { title: 'Announcement' },
);
export type Announcement = Static<typeof Announcement>;
export const AnnouncementPage = PageOf(Announcement);

/** One that is shown now. */
export const ShownAnnouncement = Type.Object(
  { id: Id, text: Type.String(), from: Timestamp, to: Timestamp },
  { title: 'ShownAnnouncement' },
);
export type ShownAnnouncement = Static<typeof ShownAnnouncement>;

export const CreateAnnouncement = Type.Object(fields, { title: 'CreateAnnouncement' });
export type CreateAnnouncement = Static<typeof CreateAnnouncement>;
export const ChangeAnnouncement = Changes('ChangeAnnouncement', fields);
export type ChangeAnnouncement = Static<typeof ChangeAnnouncement>;

export const AnnouncementQuery = Type.Object({
  current: Type.Optional({ ...OneOf(['true']), description: 'true: only those that are shown now.' }),
  ...pageParameters(['from', 'to', 'id'], 'from'),
});
export type AnnouncementQuery = Static<typeof AnnouncementQuery>;

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    announcements: AnnouncementsTable;
  }
}

interface AnnouncementsTable {
  id: Generated<number>;
  object_id: number;
  text: string;
  from_at: StoredTimestamp;
  /** excluded */
  to_at: StoredTimestamp;
  created_at: StoredTimestamp;
}
