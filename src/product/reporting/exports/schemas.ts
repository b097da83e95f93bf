import type { Readable } from 'node:stream';
import { Type } from 'typebox';
import { OneOf, Timezone } from '../../../platform/http/schemas.ts';
import { type Language, languages } from '../../../platform/lib/languages.ts';
import type { TicketAdditions } from '../../../platform/module/ticket-fields.ts';
import { type DetailsQuery, detailsQuery } from '../../tickets/ticket-details/schemas.ts';

/** The filters and orders of `GET /ext/tickets`, without pages. */
export function exportQuery(additions: TicketAdditions) {
  const { limit, offset, ...properties } = detailsQuery(additions).properties;
  return Type.Object({
    ...properties,
    timezone: Timezone,
    language: Type.Optional({
      ...OneOf(languages),
      description:
        'For people: headings, statuses, categories and priorities in this language, and in CSV its separator (`de`, `pl`: semicolons). Without it they are those of the API.',
    }),
  });
}

export type ExportQuery = Omit<DetailsQuery, 'limit' | 'offset'> & { timezone: string; language?: Language };

export const CsvFile = Type.Unsafe<Readable>({
  type: 'string',
  description:
    'A file of RFC 4180 in UTF-8; the first line has the names of the columns. Separated by commas, in German and Polish by semicolons.',
});
export const XlsxFile = Type.Unsafe<Readable>({
  type: 'string',
  format: 'binary',
  description: 'A workbook of Office Open XML.',
});
