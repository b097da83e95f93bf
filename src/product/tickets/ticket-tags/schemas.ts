import type { GeneratedAlways } from 'kysely';
import { type Static, Type } from 'typebox';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { limits, Name, PageOf, Text } from '../../../platform/http/schemas.ts';

const maxTags = 10;
const maxTagLength = 40;

/** A comma stands between the tags of the filter. */
const Tag = { ...Name(1, maxTagLength, ['warranty']), pattern: '^[^,\\n\\r\\t]*$' };

export const TicketTags = Type.Object(
  { tags: Type.Array(Tag, { maxItems: maxTags, examples: [['warranty', 'storm']] }) },
  { title: 'TicketTags', description: 'Tags have no comma. Of those that differ in case and accents only, the first counts.' },
);
export type TicketTags = Static<typeof TicketTags>;

export const UsedTag = Type.Object(
  {
    tag: Type.String({ description: 'As it was first written on one of these tickets.' }),
    tickets: Type.Integer({ description: 'How many tickets have it that you may see.' }),
  },
  { title: 'UsedTag' },
);
export type UsedTag = Static<typeof UsedTag>;
export const UsedTagPage = PageOf(UsedTag);

export const TagQuery = Type.Object({
  q: Type.Optional({
    ...Text(1, limits.search, ['warr']),
    description: 'A part of the tag, without regard to case and accents.',
  }),
  ...pageParameters(['tickets', 'tag'], 'tickets'),
});
export type TagQuery = Static<typeof TagQuery>;

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    ticket_tags: TicketTagsTable;
  }
}

interface TicketTagsTable {
  /** ascends with time */
  id: GeneratedAlways<number>;
  ticket_id: number;
  /** of the ticket */
  client_id: string;
  position: number;
  tag: string;
  /** what tags are compared by */
  key: GeneratedAlways<string>;
}
