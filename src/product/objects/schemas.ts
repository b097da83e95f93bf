import { type Static, Type } from 'typebox';
import { pageParameters } from '../../platform/http/pagination.ts';
import { Changes, Id, limits, Name, NullableText, OneOf, PageOf, Text, Timestamp } from '../../platform/http/schemas.ts';

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
export const ObjectDetailsPage = PageOf(ObjectDetails);

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

export const ObjectSearch = Type.Object({
  q: Type.Optional({
    ...Text(0, limits.search),
    description: 'Words that name, address or project hold, in any case; all of them must.',
  }),
  id: Type.Optional(Id),
  project_id: Type.Optional(Id),
  reference: Type.Optional({ ...Text(1, limits.reference), description: 'What another system calls the object.' }),
  ready: Type.Optional({ ...OneOf(['0', '1']), description: '1: only those that take new tickets.' }),
  ...pageParameters(['name', 'created_at', 'id'], 'name'),
});
export type ObjectSearch = Static<typeof ObjectSearch>;
