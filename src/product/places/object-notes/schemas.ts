import { type Static, Type } from 'typebox';
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
