import { type Static, Type } from 'typebox';
import { pageParameters } from '../../../platform/http/pagination.ts';
import {
  Changes,
  Id,
  limits,
  Name,
  NullableText,
  NullableTimestamp,
  OneOf,
  PageOf,
  Text,
  Timestamp,
} from '../../../platform/http/schemas.ts';

const ObjectName = Name(2, limits.name, ['North wing']);
const Address = Text(5, limits.address, ['Lindenstrasse 12, Berlin']);

export const BuildingObject = Type.Object(
  {
    id: Id,
    project_id: Id,
    project_name: Type.String(),
    name: Type.String(),
    address: Type.String(),
    is_active: Type.Boolean({ description: 'A disabled object takes no new tickets.' }),
    created_at: Timestamp,
  },
  { title: 'Object' },
);
export type BuildingObject = Static<typeof BuildingObject>;

export const ObjectPage = PageOf(BuildingObject);

export const ObjectDetails = Type.Object(
  {
    ...BuildingObject.properties,
    reference: { ...NullableText, description: 'What another system calls it; null: nothing.' },
  },
  { title: 'ObjectDetails' },
);
export type ObjectDetails = Static<typeof ObjectDetails>;

const work = {
  open: Type.Integer({ description: 'How many of its tickets are not closed.' }),
  overdue: Type.Integer({ description: 'Of these, how many have a deadline that has passed.' }),
  last_closed_at: { ...NullableTimestamp, description: 'null: none of its tickets is closed.' },
};

/** An object with what there is to do in it. */
export const ObjectItem = Type.Object({ ...ObjectDetails.properties, ...work }, { title: 'ObjectListItem' });
export type ObjectItem = Static<typeof ObjectItem>;
export const ObjectItemPage = PageOf(ObjectItem);

export const ObjectSummary = Type.Object(
  {
    object: ObjectDetails,
    ...work,
    next_appointment_at: { ...NullableTimestamp, description: 'null: nobody comes.' },
    equipment: Type.Integer({ description: 'How much equipment it has, disabled one included.' }),
    documents: Type.Integer({ description: 'How many documents it has, without those of its equipment.' }),
    announcements: Type.Integer({ description: 'How many announcements are shown now.' }),
  },
  { title: 'ObjectSummary' },
);
export type ObjectSummary = Static<typeof ObjectSummary>;

export const CreateObject = Type.Object({ name: ObjectName, address: Address }, { title: 'CreateObject' });
export type CreateObject = Static<typeof CreateObject>;

export const ChangeObject = Changes('ChangeObject', { name: ObjectName, address: Address, is_active: Type.Boolean() });
export type ChangeObject = Static<typeof ChangeObject>;

export const ChangeObjectDetails = Changes('ChangeObjectDetails', {
  ...ChangeObject.properties,
  reference: {
    ...Text(0, limits.reference, ['SITE-0815']),
    description: 'What another system calls it, unique among the objects of the client; empty: nothing.',
  },
});
export type ChangeObjectDetails = Static<typeof ChangeObjectDetails>;

export const ObjectQuery = Type.Object(pageParameters(['name', 'created_at', 'id'], 'name'));
export type ObjectQuery = Static<typeof ObjectQuery>;

export const ObjectSearch = Type.Object({
  q: Type.Optional({
    ...Text(0, limits.search),
    description: 'Words that name, address or project hold, in any case; all of them must.',
  }),
  id: Type.Optional(Id),
  project_id: Type.Optional(Id),
  reference: Type.Optional({ ...Text(1, limits.reference), description: 'What another system calls the object.' }),
  ready: Type.Optional({ ...OneOf(['0', '1']), description: '1: only those that take new tickets.' }),
  ...pageParameters(['name', 'created_at', 'id', 'open', 'overdue', 'last_closed_at'], 'name'),
});
export type ObjectSearch = Static<typeof ObjectSearch>;
