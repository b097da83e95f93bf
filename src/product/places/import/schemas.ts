import { type Static, Type } from 'typebox';
import { ErrorAnswer, Id, limits, Text, Uuid } from '../../../platform/http/schemas.ts';
import { CreateUser } from '../../identity/users/schemas.ts';
import { CreateEquipment } from '../equipment/schemas.ts';
import { CreateObject } from '../objects/schemas.ts';
import { CreateProject } from '../projects/schemas.ts';
import { type FileEncoding, fileEncodings } from './file-kinds.ts';

/** The columns of a file (file-kinds.ts); each value follows the rules of the operation that creates one. */
export const WorkerColumns = Type.Object({
  name: CreateUser.properties.name,
  email: CreateUser.properties.email,
  phone: CreateUser.properties.phone,
});
export type WorkerColumns = Static<typeof WorkerColumns>;

export const ObjectColumns = Type.Object({
  project: CreateProject.properties.name,
  name: CreateObject.properties.name,
  address: CreateObject.properties.address,
  reference: Type.Optional(Text(1, limits.reference)),
});
export type ObjectColumns = Static<typeof ObjectColumns>;

const { name, kind, location, serial } = CreateEquipment.properties;
/** A day in a cell, where an empty cell is none. */
const Day = Type.Optional(Type.String({ format: 'date' }));

export const EquipmentColumns = Type.Object({
  project: CreateProject.properties.name,
  object: CreateObject.properties.name,
  name,
  kind,
  location,
  serial,
  installed_on: Day,
  warranty_until: Day,
});
export type EquipmentColumns = Static<typeof EquipmentColumns>;

export const ImportQuery = Type.Object({
  dry_run: Type.Optional(
    Type.Unsafe<'true' | 'false'>({
      type: 'string',
      enum: ['true', 'false'],
      description: 'true: checks the file and creates nothing.',
    }),
  ),
  encoding: Type.Optional(
    Type.Unsafe<FileEncoding>({
      type: 'string',
      enum: [...fileEncodings],
      description: 'Of the file. Without it the encoding is recognized; a file whose letters make sense in several is refused.',
    }),
  ),
});

const Row = Type.Integer({ description: 'As a spreadsheet numbers it; the header of a file without empty lines is row 1.' });

const created = Type.Integer({ description: '0 in a dry run.' });

export const ImportedWorkers = Type.Object(
  {
    created,
    rows: Type.Array(
      Type.Object({
        row: Row,
        ok: Type.Boolean(),
        id: Type.Optional({ ...Uuid, description: 'Of the account; left out in a dry run.' }),
      }),
    ),
  },
  { title: 'ImportedWorkers' },
);

export const ImportedObjects = Type.Object(
  {
    created,
    updated: Type.Integer({ description: 'Objects whose reference was there already. 0 in a dry run.' }),
    rows: Type.Array(
      Type.Object({
        row: Row,
        ok: Type.Boolean(),
        id: Type.Optional({ ...Id, description: 'Of the object; left out in a dry run.' }),
      }),
    ),
  },
  { title: 'ImportedObjects' },
);

export const ImportedEquipment = Type.Object(
  {
    created,
    rows: Type.Array(
      Type.Object({
        row: Row,
        ok: Type.Boolean(),
        id: Type.Optional({ ...Id, description: 'Of the equipment; left out in a dry run.' }),
      }),
    ),
  },
  { title: 'ImportedEquipment' },
);

/** What an import has made. */
export interface ImportAnswer<RowId> {
  created: number;
  updated: number;
  rows: { row: number; ok: boolean; id?: RowId }[];
}

const RowResult = Type.Object({
  row: Row,
  ok: Type.Boolean(),
  error: Type.Optional(Type.String()),
  column: Type.Optional(Type.String({ description: 'Of the value that is wrong.' })),
});
export type RowResult = Static<typeof RowResult>;

export const ImportErrors = Type.Object(
  {
    ...ErrorAnswer.properties,
    rows: Type.Optional(Type.Array(RowResult, { description: 'Left out when the file cannot be read.' })),
  },
  {
    title: 'ImportErrors',
    'x-response-description': 'The file cannot be read, or rows of it cannot be imported: nothing is created.',
  },
);
export type ImportErrors = Static<typeof ImportErrors>;
