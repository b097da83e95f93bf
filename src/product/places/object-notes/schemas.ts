import { type Static, Type } from 'typebox';
import type { Timestamp } from '../../../platform/database/tables.ts';
import { limits, NullableTimestamp, Text } from '../../../platform/http/schemas.ts';

export const ObjectNotes = Type.Object(
  {
    text: Type.String({ description: 'Empty when nobody has written any.' }),
    updated_at: { ...NullableTimestamp, description: 'null: never written.' },
  },
  { title: 'ObjectNotes' },
);
export type ObjectNotes = Static<typeof ObjectNotes>;

export const SetObjectNotes = Type.Object(
  { text: Text(0, limits.objectNotes, ['Key at the porter, code of the cellar on the red box']) },
  { title: 'SetObjectNotes' },
);

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    object_notes: ObjectNotesTable;
  }
}

interface ObjectNotesTable {
  object_id: number;
  text: string;
  updated_at: Timestamp;
}
