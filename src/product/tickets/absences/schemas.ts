import type { Generated } from 'kysely';
import { type Static, Type } from 'typebox';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { PageOf, Text, Uuid } from '../../../platform/http/schemas.ts';

/** Of one account: the list is for planning, not an archive. */
export const maxAbsences = 50;

const Day = Type.String({ format: 'date', examples: ['2026-03-02'] });

export const Absence = Type.Object(
  { from: { ...Day, description: 'The first day.' }, to: { ...Day, description: 'The last day.' }, note: Type.String() },
  { title: 'Absence' },
);
export type Absence = Static<typeof Absence>;
export const AbsencePage = PageOf(Absence);

export const AbsenceQuery = Type.Object(pageParameters(['from'], 'from'));
export type AbsenceQuery = Static<typeof AbsenceQuery>;

const NewAbsence = Type.Object({ from: Day, to: Day, note: Type.Optional(Text(0, 200, ['Holiday'])) }, { title: 'NewAbsence' });
export const NewAbsences = Type.Array(NewAbsence, {
  title: 'NewAbsences',
  maxItems: maxAbsences,
  description: 'All of them: what is left out is deleted.',
});
export type NewAbsences = Static<typeof NewAbsences>;

const MemberAbsence = Type.Object(
  { worker_id: Uuid, worker_name: Type.String(), ...Absence.properties },
  { title: 'MemberAbsence' },
);
export type MemberAbsence = Static<typeof MemberAbsence>;
export const MemberAbsencePage = PageOf(MemberAbsence);

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    worker_absences: WorkerAbsencesTable;
  }
}

interface WorkerAbsencesTable {
  id: Generated<number>;
  worker_id: string;
  /** the first and the last day, such as 2026-03-01 */
  from_date: string;
  to_date: string;
  note: string;
}
