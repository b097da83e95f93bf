import { type Static, Type } from 'typebox';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { Id, Text } from '../../../platform/http/schemas.ts';
import { ReportFields, ReportForm, reportLimits } from './schemas.ts';

export const FoundReportQuery = Type.Object(pageParameters(['created_at'], 'created_at'));
export type FoundReportQuery = Static<typeof FoundReportQuery>;

/** The fields of the form of a worker beside its photos; an empty category or id counts as a missing one. */
export const FoundReportFields = Type.Object({
  text: ReportFields.properties.text,
  category: ReportFields.properties.category,
  floor: ReportFields.properties.floor,
  contact: ReportFields.properties.contact,
  equipment_id: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,9}$' })),
});
export type FoundReportFields = Static<typeof FoundReportFields>;

/** What a worker may send, for the API description only. */
export const FoundReportForm = Type.Object({
  text: ReportFields.properties.text,
  category: ReportFields.properties.category,
  floor: ReportFields.properties.floor,
  contact: Type.Optional({ ...Text(0, reportLimits.contact), description: 'Whom to ask about it.' }),
  equipment_id: Type.Optional({ ...Id, description: 'What of the object it is about.' }),
  photo: ReportForm.properties.photo,
});
