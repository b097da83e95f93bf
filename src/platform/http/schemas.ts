import { type TObject, type TProperties, type TSchema, Type } from 'typebox';
import type { Role } from '../security/roles.ts';

// The building blocks of all shapes. A keyword that starts with `x-` tells validation.ts how
// to read a value before it is checked.

/** Ids of projects, objects and tickets; a larger one is well formed and names nothing. */
export const maxId = 2_147_483_647;

export const Id = Type.Integer({ minimum: 1, examples: [42] });
export const Uuid = Type.String({ format: 'uuid', examples: ['5f0c7a3e-2b1d-4c8e-9a6f-0d1e2f3a4b5c'] });
export const Timestamp = Type.String({ format: 'date-time', examples: ['2026-03-01T08:30:00.000Z'] });
/** A moment that may be null; OpenAPI 3.1 and the serializer both want the pair of types. */
export const NullableTimestamp = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' });

/** Trimmed text within limits, counted in code points. */
export function Text(minLength: number, maxLength: number, examples?: string[]) {
  return Type.String({ minLength, maxLength, 'x-trim': true, ...(examples && { examples }) });
}

export function OneOf<const T extends readonly string[]>(values: T) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values] });
}

export const limits = { name: 200, address: 500, description: 4000, floor: 50, reason: 2000, phone: 32, search: 200 };

/** A value that only these roles may send; from others it is ignored, whatever it holds. */
export function onlyFor<T extends TSchema>(role: Role, schema: T): T {
  return { ...schema, 'x-role': role };
}

/** The body of a PATCH: every field optional, at least one of them present. */
export function Changes<T extends TProperties>(title: string, fields: T) {
  return Type.Partial(Type.Object(fields), { title, minProperties: 1 });
}

export const IdParams = Type.Object({ id: Id });
export const UuidParams = Type.Object({ id: Uuid });

export const OkAnswer = Type.Object({ ok: Type.Boolean() }, { title: 'Ok' });
export const ErrorAnswer = Type.Object({ error: Type.String({ examples: ['ticket not found'] }) }, { title: 'Error' });

/** One page of a list; the item's title gives the page its name in the API description. */
export function PageOf<T extends TObject>(item: T) {
  const { title } = item as { title?: string };
  return Type.Object(
    {
      items: Type.Array(item),
      total: Type.Integer({ description: 'How many there are in all pages together.' }),
      limit: Type.Integer(),
      offset: Type.Integer(),
    },
    { title: `${title}Page` },
  );
}
