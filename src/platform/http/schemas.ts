import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import type { Role } from '../security/roles.ts';
import { allErrorCodes, type ErrorCode, errorCodes } from './error-codes.ts';

// Building blocks of the schemas. Keywords that start with `x-` are instructions for normalizeRequest().

/** The largest integer id that a column can hold. */
export const maxId = 2_147_483_647;

export const Id = Type.Integer({ minimum: 1, examples: [42] });
export const Uuid = Type.String({ format: 'uuid', examples: ['5f0c7a3e-2b1d-4c8e-9a6f-0d1e2f3a4b5c'] });
export const Timestamp = Type.String({ format: 'date-time', examples: ['2026-03-01T08:30:00.000Z'] });
/** OpenAPI 3.1 and the serializer need both types. */
/** @param text that a Timestamp allows; PostgreSQL accepts fewer offsets from UTC */
export const instantOf = (text: string): Date => new Date(text.toUpperCase());

export const NullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] });

export const NullableTimestamp = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' });

/** Trimmed text; lengths count code points. */
export function Text(minLength: number, maxLength: number, examples?: string[]) {
  return Type.String({ minLength, maxLength, 'x-trim': true, ...(examples && { examples }) });
}

/** The name of a person or a thing, which has a visible character. */
export const Name = (minLength: number, maxLength: number, examples: string[]) => ({
  ...Text(minLength, maxLength, examples),
  'x-visible': true,
});

export function OneOf<const T extends readonly string[]>(values: T) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values] });
}

/** The parameter `timezone` of files with times. */
export const Timezone = Type.String({
  pattern: '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$',
  default: 'UTC',
  examples: ['Europe/Berlin'],
  description: 'A name of the IANA database, in which times are written.',
});

export const limits = {
  name: 200,
  address: 500,
  description: 4000,
  floor: 50,
  reason: 2000,
  objectNotes: 2000,
  phone: 32,
  search: 200,
  reference: 100,
};

/** A value that is ignored unless this role sends it. */
export function onlyFor<T extends TSchema>(role: Role, schema: T): T {
  return { ...schema, 'x-role': role };
}

/** The body of a PATCH: all fields are optional, at least one is required. */
export function Changes<T extends TProperties>(title: string, fields: T) {
  return Type.Partial(Type.Object(fields), { title, minProperties: 1 });
}

export const IdParams = Type.Object({ id: Id });
export const UuidParams = Type.Object({ id: Uuid });

export const OkAnswer = Type.Object({ ok: Type.Boolean() }, { title: 'Ok' });

/** @returns the answer of an operation that has nothing to show, when its work is done */
export async function ok(work: Promise<unknown>): Promise<Static<typeof OkAnswer>> {
  await work;
  return { ok: true };
}

export const ErrorAnswer = Type.Object({ error: Type.String({ examples: ['ticket not found'] }) }, { title: 'Error' });

export const ProblemCode = {
  ...OneOf(allErrorCodes()),
  title: 'ProblemCode',
  description: `What has happened, and what to do:\n${allErrorCodes().map(explained).join('\n')}`,
};

function explained(code: ErrorCode): string {
  const { cause, remedy } = errorCodes[code];
  return `- \`${code}\`: ${cause} ${remedy}`;
}

const FieldError = Type.Object({
  pointer: Type.String({ description: 'A JSON pointer as a fragment.', examples: ['#/working_hours/monday'] }),
  detail: Type.String({ examples: ['name is required'] }),
});

/** An error as RFC 9457 has it. */
export const Problem = Type.Object(
  {
    type: Type.String({ description: '`urn:callout:error:` and the code.', examples: ['urn:callout:error:ticket_not_found'] }),
    title: Type.String({ description: 'Of the code.', examples: ['There is no such ticket, or it is not yours.'] }),
    status: Type.Integer({ examples: [404] }),
    detail: Type.String({ description: 'The text of `error`.', examples: ['ticket not found'] }),
    code: ProblemCode,
    errors: Type.Optional(Type.Array(FieldError, { description: 'The values that are missing or not valid.' })),
  },
  { title: 'Problem', additionalProperties: true },
);

/** A file of a multipart form, in the API description. */
export const BinaryFile = Type.String({ format: 'binary' });

/** One page of a list, named after its items in the API description. */
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

export const PdfFile = Type.Unsafe<Buffer>({ type: 'string', format: 'binary', description: 'A PDF file of A4 pages.' });
