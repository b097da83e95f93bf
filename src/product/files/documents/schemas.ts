import { type Static, Type } from 'typebox';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { BinaryFile, Changes, Id, limits, Name, OneOf, PageOf, Timestamp } from '../../../platform/http/schemas.ts';
import { documentTypes } from '../../../platform/storage/photo-type.ts';
import { NullableEquipment } from '../../places/equipment/schemas.ts';

/** Documents of one object, and of one piece of equipment. */
export const maxDocuments = 50;
/** How long before it expires people are notified for the first time. */
export const noticeDays = 30;

const Title = Name(1, limits.name, ['Inspection certificate']);
const Day = Type.String({ format: 'date', examples: ['2027-05-31'] });
const expiresOn = { description: 'The last day on which it is valid. null: it does not expire.' };
const NullableDay = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  format: 'date',
  examples: ['2027-05-31'],
  ...expiresOn,
});

export const PlaceDocument = Type.Object(
  {
    id: Id,
    object_id: Id,
    object_name: Type.String(),
    project_id: Id,
    project_name: Type.String(),
    equipment: { ...NullableEquipment, description: 'null: it is a document of the object itself.' },
    title: Type.String(),
    expires_on: NullableDay,
    filename: Type.String(),
    content_type: OneOf(documentTypes),
    size: Type.Integer({ description: 'In bytes.' }),
    url: Type.String({ description: 'Reads the file without a token, for a short time.' }),
    uploaded_by: Type.String({ description: 'Empty when the account was deleted.' }),
    uploaded_by_name: Type.String(),
    created_at: Timestamp,
  },
  { title: 'Document' },
);
export type PlaceDocument = Static<typeof PlaceDocument>;
export const DocumentPage = PageOf(PlaceDocument);

/** The fields of a form beside its file; an empty date counts as a missing one. */
export const DocumentFields = Type.Object({ title: Title, expires_on: Type.Optional(Day) });
export type DocumentFields = Static<typeof DocumentFields>;

/** What a client may send, for the API description only: parseFields() reads the fields. */
export const DocumentForm = Type.Object({
  file: { ...BinaryFile, description: 'PDF, jpeg, png or webp.' },
  title: Title,
  expires_on: Type.Optional({ ...Day, description: 'The last day on which it is valid. Without it, it does not expire.' }),
});

export const ChangeDocument = Changes('ChangeDocument', { title: Title, expires_on: NullableDay });
export type ChangeDocument = Static<typeof ChangeDocument>;

const sorts = ['title', 'expires_on', 'created_at', 'id'] as const;

export const DocumentQuery = Type.Object(pageParameters(sorts, 'title'));
export type DocumentQuery = Static<typeof DocumentQuery>;

export const DocumentSearch = Type.Object({
  project_id: Type.Optional(Id),
  object_id: Type.Optional({ ...Id, description: 'Those of its equipment, too.' }),
  equipment_id: Type.Optional(Id),
  expires_to: Type.Optional({ ...Day, description: 'Those that expire on this day or before.' }),
  ...pageParameters(sorts, 'expires_on'),
});
export type DocumentSearch = Static<typeof DocumentSearch>;

declare module '../../../platform/module/events.ts' {
  interface DomainEvents {
    document_expiring: Record<string, never>;
  }
}

/** What the queue of a subscriber gets when a document expires soon, and on the day on which it does. */
export interface DocumentExpiringPayload {
  kind: 'document_expiring';
  document_id: number;
  object_id: number;
  /** `first`: 30 days before; `last`: on the day */
  notice: 'first' | 'last';
  /** such as 2027-05-31; the document may have another day by now */
  expires_on: string;
}
