import type { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { TicketAdditions } from '../../platform/capability/ticket-fields.ts';
import { type DetailsQuery, detailsQuery } from '../ticket-details/schemas.ts';

/** The parameter `timezone` of files with times. */
export const Timezone = Type.String({
  pattern: '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$',
  default: 'UTC',
  examples: ['Europe/Berlin'],
  description: 'A name of the IANA database, in which times are written.',
});

/** The filters and orders of `GET /ext/tickets`, without pages. */
export function exportQuery(additions: TicketAdditions) {
  const { limit, offset, ...properties } = detailsQuery(additions).properties;
  return Type.Object({
    ...properties,
    timezone: Timezone,
  });
}

export type ExportQuery = Omit<DetailsQuery, 'limit' | 'offset'> & { timezone: string };

export const CsvFile = Type.Unsafe<Readable>({
  type: 'string',
  description: 'A file of RFC 4180 in UTF-8; the first line has the names of the columns.',
});
export const XlsxFile = Type.Unsafe<Readable>({
  type: 'string',
  format: 'binary',
  description: 'A workbook of Office Open XML.',
});
