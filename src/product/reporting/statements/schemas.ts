import { type Static, Type } from 'typebox';
import { Id, OneOf, Timezone } from '../../../platform/http/schemas.ts';
import { languages } from '../../../platform/lib/languages.ts';

const ProjectId = Type.Optional({ ...Id, description: 'Only costs of this project.' });

export const StatementQuery = Type.Object({
  month: Type.String({
    pattern: '^(?!0000)\\d{4}-(0[1-9]|1[0-2])$',
    examples: ['2026-03'],
    description: 'Costs whose day is in it.',
  }),
  project_id: ProjectId,
  language: Type.Optional({
    ...OneOf(languages),
    description: 'Default: the language of mails and messages to you, or English.',
  }),
  timezone: { ...Timezone, description: 'A name of the IANA database, in which the time of printing is written.' },
});
export type StatementQuery = Static<typeof StatementQuery>;

const Day = Type.String({ format: 'date', examples: ['2026-03-01'] });

const days = {
  from: Type.Optional({ ...Day, description: 'The first day.' }),
  to: Type.Optional({ ...Day, description: 'The last day.' }),
};

export const CostFileQuery = Type.Object({ ...days, project_id: ProjectId });
export type CostFileQuery = Static<typeof CostFileQuery>;

export const PlaceCostsQuery = Type.Object(days);
export type PlaceCostsQuery = Static<typeof PlaceCostsQuery>;
