import { type Static, Type } from 'typebox';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { Changes, Id, limits, Name, OneOf, PageOf, Text, Timestamp } from '../../../platform/http/schemas.ts';

const maxWordLength = 100;
const maxNotesLength = 2_000;

const NullableDay = (description: string, example: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date', examples: [example], description });

const days = {
  installed_on: NullableDay('null: nobody knows.', '2019-05-31'),
  warranty_until: NullableDay('The last day. null: nobody knows, or there is none.', '2029-05-31'),
};

const texts = {
  kind: Text(0, maxWordLength, ['lift']),
  location: { ...Text(0, limits.name, ['Shaft in the east wing']), description: 'Where in the object it is.' },
  manufacturer: Text(0, limits.name, ['Otis']),
  model: Text(0, limits.name, ['Gen2']),
  serial: Text(0, limits.name, ['4711-0815']),
  notes: Text(0, maxNotesLength, ['The key of the shaft is at the porter']),
};

const EquipmentName = Name(1, limits.name, ['Lift 1']);
const IsActive = Type.Boolean({ description: 'false: it is out of use, and its portal takes no reports.' });

export const Equipment = Type.Object(
  {
    id: Id,
    object_id: Id,
    object_name: Type.String(),
    project_id: Id,
    project_name: Type.String(),
    name: Type.String(),
    kind: Type.String(),
    location: Type.String({ description: texts.location.description }),
    manufacturer: Type.String(),
    model: Type.String(),
    serial: Type.String(),
    ...days,
    notes: Type.String(),
    is_active: IsActive,
    has_portal: Type.Boolean({ description: 'It has a public page for reports.' }),
    created_at: Timestamp,
  },
  { title: 'Equipment' },
);
export type Equipment = Static<typeof Equipment>;
export const EquipmentPage = PageOf(Equipment);

export const CreateEquipment = Type.Object(
  { name: EquipmentName, ...Type.Partial(Type.Object({ ...texts, ...days, is_active: IsActive })).properties },
  { title: 'CreateEquipment' },
);
export type CreateEquipment = Static<typeof CreateEquipment>;

export const ChangeEquipment = Changes('ChangeEquipment', { name: EquipmentName, ...texts, ...days, is_active: IsActive });
export type ChangeEquipment = Static<typeof ChangeEquipment>;

export const EquipmentQuery = Type.Object({
  q: Type.Optional({
    ...Text(1, limits.search, ['lift']),
    description: 'A part of name, kind, location, manufacturer, model or serial number, without regard to case and accents.',
  }),
  is_active: Type.Optional(OneOf(['true', 'false'])),
  ...pageParameters(['name', 'created_at', 'id'], 'name'),
});
export type EquipmentQuery = Static<typeof EquipmentQuery>;

/** What a ticket is about. */
export const EquipmentReference = Type.Object({ id: Id, name: Type.String() }, { title: 'EquipmentReference' });
export type EquipmentReference = Static<typeof EquipmentReference>;

export const NullableEquipment = Type.Unsafe<EquipmentReference | null>({ anyOf: [EquipmentReference, { type: 'null' }] });
