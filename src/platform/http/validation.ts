import { Ajv, type ErrorObject } from 'ajv';
import type { FastifyRequest, FastifySchemaCompiler } from 'fastify';
import { isEmail } from '../lib/email.ts';
import { isStorable } from '../lib/text.ts';
import { isStrongPassword } from '../security/passwords.ts';
import type { Role } from '../security/roles.ts';
import { badRequest } from './errors.ts';
import { maxId } from './schemas.ts';

// Requests are read strictly: nothing is coerced in a body, and in a query only what parses
// as a whole. Known fields are picked, so that nothing else reaches a handler.

/** The keywords of a schema that reading looks at. */
interface Readable {
  type?: string | string[];
  format?: string;
  properties?: Record<string, Readable>;
  'x-trim'?: boolean;
  'x-role'?: Role;
  'x-page'?: boolean;
}

type Fields = Record<string, unknown>;

const ajv = new Ajv({
  allErrors: false,
  coerceTypes: false,
  useDefaults: true,
  keywords: ['x-trim', 'x-role', 'x-page'],
  allowUnionTypes: true,
  formats: {
    uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
    email: isEmail,
    password: isStrongPassword,
    date: isCalendarDate,
    'date-time': isRfc3339,
  },
});

export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema }) => ajv.compile(schema);

/** Runs before validation: turns what came over the wire into what the schemas describe. */
export async function normalizeRequest(request: FastifyRequest): Promise<void> {
  const { schema } = request.routeOptions;
  if (!schema) return;
  // The actor is set wherever a route has roles; public routes know no x-role.
  const role = request.actor?.role;
  if (schema.params) request.params = readParams(schema.params as Readable, request.params as Fields);
  if (schema.querystring) request.query = readQuery(schema.querystring as Readable, request.query as Fields, role);
  if (schema.body) request.body = readBody(schema.body as Readable, request.body, role);
}

function readParams(schema: Readable, params: Fields): Fields {
  return pick(schema, params, undefined, (property, value, name) =>
    property.type === 'integer' ? positiveInteger(String(value), name) : value,
  );
}

function readQuery(schema: Readable, query: Fields, role: Role | undefined): Fields {
  return pick(schema, query, role, (property, value, name) => {
    if (Array.isArray(value)) throw badRequest(`${name} is given more than once`);
    const text = storable(String(value), name);
    if (text === '' && !property['x-page']) return undefined; // a filter given empty is not given
    if (property.type !== 'integer') return property['x-trim'] ? text.trim() : text;
    return property['x-page'] ? wholeNumber(text, name) : positiveInteger(text, name);
  });
}

function readBody(schema: Readable, body: unknown, role: Role | undefined): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body ?? null;
  return pick(schema, body as Fields, role, (property, value, name) => {
    if (property.properties) return readBody(property, value, role);
    if (property.type === 'integer' && Number.isInteger(value)) return withinColumn(value as number);
    if (typeof value !== 'string') return value;
    return storable(property['x-trim'] ? value.trim() : value, name);
  });
}

/** Known fields only, each read; null and what the role may not send count as not sent. */
function pick(
  schema: Readable,
  given: Fields,
  role: Role | undefined,
  read: (property: Readable, value: unknown, name: string) => unknown,
): Fields {
  const known: Fields = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (!Object.hasOwn(given, name)) continue;
    if (property['x-role'] && property['x-role'] !== role) continue;
    const value = given[name];
    const result = value === null ? undefined : read(property, value, name);
    if (result !== undefined) known[name] = property.format === 'uuid' ? canonical(result) : result;
  }
  return known;
}

/** Ids are compared as text here and there, so they have one spelling. */
function canonical(uuid: unknown): unknown {
  return typeof uuid === 'string' ? uuid.toLowerCase() : uuid;
}

function storable(text: string, name: string): string {
  if (!isStorable(text)) throw badRequest(`${name} holds characters that cannot be stored`);
  return text;
}

function positiveInteger(text: string, name: string): number {
  if (!/^\d+$/.test(text) || /^0+$/.test(text)) throw badRequest(`${name} must be a positive integer`);
  return withinColumn(Number(text));
}

/** An id beyond the range of its column becomes the last one of it, which names nothing either. */
function withinColumn(id: number): number {
  return Math.min(id, maxId);
}

function wholeNumber(text: string, name: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number)) throw badRequest(`${name} must be a whole number`);
  return number;
}

function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** RFC 3339 with an offset, within the years that four digits can name. */
function isRfc3339(text: string): boolean {
  const [, day = ''] =
    /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i.exec(text) ?? [];
  if (!isCalendarDate(day)) return false;
  const year = new Date(text.toUpperCase()).getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** One clear sentence about the first thing that is wrong. */
export function validationMessage(errors: ErrorObject[]): Error {
  const [error] = errors;
  if (!error) return new Error('invalid request');
  const field = error.instancePath.slice(1).replaceAll('/', '.') || 'the body';
  switch (error.keyword) {
    case 'required':
      return new Error(`${error.params['missingProperty']} is required`);
    case 'enum':
      return new Error(`${field} must be one of ${error.params['allowedValues'].join(', ')}`);
    case 'format':
      return new Error(formatMessage(field, error.params['format']));
    case 'minProperties':
      return new Error('no known field to change');
    default:
      return new Error(`${field} ${error.message}`);
  }
}

function formatMessage(field: string, format: string): string {
  if (format === 'password') return `${field} must have 10 to 72 characters with a letter and a digit`;
  return `${field} must be a valid ${format}`;
}
