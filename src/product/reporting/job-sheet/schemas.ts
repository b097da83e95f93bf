import { type Static, Type } from 'typebox';
import { OneOf, Timezone } from '../../../platform/http/schemas.ts';
import { languages } from '../../../platform/lib/languages.ts';

export const JobSheetQuery = Type.Object({
  language: Type.Optional({
    ...OneOf(languages),
    description: 'Default: the language of mails and messages to you, or English.',
  }),
  timezone: Timezone,
});
export type JobSheetQuery = Static<typeof JobSheetQuery>;

export const PdfFile = Type.Unsafe<Buffer>({ type: 'string', format: 'binary', description: 'A PDF file of A4 pages.' });
