import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import compileSerializer, { type AnySchema } from 'fast-json-stringify';
import type { FastifyRequest, FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import type { Static, TObject } from 'typebox';
import { isEmail, isNewEmail } from '../lib/email.ts';
import { once } from '../lib/memoize.ts';
import { isCurrency, isQuantity } from '../lib/money.ts';
import { hasVisibleCharacter, isStorable } from '../lib/text.ts';
import { isTimeZone } from '../lib/time-zones.ts';
import { isStrongPassword } from '../security/passwords.ts';
import type { Role } from '../security/roles.ts';
import { errorMessages } from './error-messages.ts';
import { type HttpError, invalidValue, pointerTo, validationFailed } from './errors.ts';
import { maxId } from './schemas.ts';

// Requests are parsed strictly: bodies are not coerced, and query parameters only if the whole text is a number. Unknown
// fields do not reach a handler (docs/rules.md, Values).

/** The keywords of a schema that normalizing uses. */
interface PropertySchema {
  type?: string | string[];
  format?: string;
  properties?: Record<string, PropertySchema>;
  items?: PropertySchema;
  maximum?: number;
  additionalProperties?: boolean;
  'x-trim'?: boolean;
  'x-role'?: Role;
  'x-page'?: boolean;
}

type Fields = Record<string, unknown>;

/** A rule for texts that no keyword of JSON Schema has. */
function textKeyword(keyword: string, isValid: (text: string) => boolean) {
  return {
    keyword,
    type: 'string',
    schemaType: 'boolean',
    validate: (_isRequired: boolean, text: string) => isValid(text),
  } as const;
}

const ajv = new Ajv({
  allErrors: false,
  coerceTypes: false,
  useDefaults: true,
  keywords: [
    ...['x-trim', 'x-role', 'x-page'],
    textKeyword('x-visible', hasVisibleCharacter),
    textKeyword('x-new-email', isNewEmail),
  ],
  allowUnionTypes: true,
  formats: {
    uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
    email: isEmail,
    password: isStrongPassword,
    currency: isCurrency,
    date: isCalendarDate,
    decimal: isQuantity,
    'date-time': isRfc3339,
    timezone: isTimeZone,
  },
});

export const compileValidator = <Value>(schema: object): ValidateFunction<Value> => ajv.compile<Value>(schema);

/** Compiles a schema at the first value: compiling all of them is a large part of a start, of which most are never used. */
export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema }) => {
  const validator = once(() => compileValidator(schema));
  return (value) => validator()(value) || { error: validator().errors ?? [] };
};

/** The same of answers. */
export const serializerCompiler: FastifySerializerCompiler<AnySchema> = ({ schema }) => {
  const serializer = once(() => compileSerializer(schema));
  return (value) => serializer()(value);
};

/**
 * Checks values that come as a part of a body, such as the row of a file, by the rules for bodies.
 * @returns a function that finds the valid values, or the first error and the field that it is about
 */
export function valuesValidator<Shape extends TObject>(schema: Shape) {
  const validator = once(() => compileValidator<Static<Shape>>(schema));
  return (given: Readonly<Record<string, string>>): { value: Static<Shape> } | { error: string; field?: string } => {
    const unstorable = Object.keys(given).find((name) => !isStorable(given[name] ?? ''));
    if (unstorable !== undefined) return { error: `${unstorable} holds characters that cannot be stored`, field: unstorable };
    const value = normalizeBody(schema as PropertySchema, given, undefined);
    const isValid = validator();
    if (isValid(value)) return { value };
    const [error] = isValid.errors ?? [];
    const field = error?.params['missingProperty'] ?? error?.instancePath.slice(1);
    return { error: validationError(isValid.errors ?? []).message, ...(field && { field }) };
  };
}

/** Trims, parses and picks the values that the schemas of the route describe; runs before validation. */
export async function normalizeRequest(request: FastifyRequest): Promise<void> {
  const { schema } = request.routeOptions;
  if (!schema) return;
  // Public routes have no actor and no x-role.
  const role = request.actor?.role;
  if (schema.params) request.params = normalizeParams(schema.params as PropertySchema, request.params as Fields);
  if (schema.querystring) request.query = normalizeQuery(schema.querystring as PropertySchema, request.query as Fields, role);
  if (schema.body) request.body = normalizeBody(schema.body as PropertySchema, request.body, role);
}

function normalizeParams(schema: PropertySchema, params: Fields): Fields {
  return pick(schema, params, undefined, (property, value, name) =>
    property.type === 'integer' ? parsePositiveInteger(String(value), name) : value,
  );
}

function normalizeQuery(schema: PropertySchema, query: Fields, role: Role | undefined): Fields {
  return pick(schema, query, role, (property, value, name) => {
    if (Array.isArray(value)) throw invalidValue(name, 'is given more than once');
    const text = requireStorable(String(value), name);
    if (text === '' && !property['x-page']) return undefined; // an empty filter counts as not given
    if (property.type !== 'integer') return property['x-trim'] ? text.trim() : text;
    return property['x-page'] ? parseWholeNumber(text, name) : parsePositiveInteger(text, name);
  });
}

/** @param path of the object in the body, with a dot behind it: error messages begin with the whole path of a field */
function normalizeBody(schema: PropertySchema, body: unknown, role: Role | undefined, path = ''): unknown {
  if (Array.isArray(body) && schema.items?.properties) return normalizeItems(schema.items, body, role);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body ?? null;
  return pick(schema, body as Fields, role, (property, value, key) => {
    const name = `${path}${key}`;
    if (property.additionalProperties === false) requireKnownFields(property, value, name);
    if (property.properties) return normalizeBody(property, value, role, `${name}.`);
    if (property.type === 'integer' && Number.isInteger(value))
      return (property.maximum ?? 0) > maxId ? value : clampId(value as number);
    if (Array.isArray(value) && property.items?.properties) return normalizeItems(property.items, value, role, `${name}.`);
    if (Array.isArray(value) && property.items?.type === 'string') return normalizeTexts(property.items, value, name);
    return typeof value === 'string' ? normalizeText(property, value, name) : value;
  });
}

const normalizeText = (property: PropertySchema, text: string, name: string): string =>
  requireStorable(property['x-trim'] ? text.trim() : text, name);

const normalizeTexts = (item: PropertySchema, texts: unknown[], name: string): unknown[] =>
  texts.map((text, i) => (typeof text === 'string' ? normalizeText(item, text, `${name}.${i}`) : text));

/** A list of objects. @param path of the list, with a dot behind it */
const normalizeItems = (item: PropertySchema, items: unknown[], role: Role | undefined, path = ''): unknown[] =>
  items.map((each, i) => normalizeBody(item, each, role, `${path}${i}.`));

/** Normalizes the known fields; fields that the role may not send count as not sent, and so does null unless the schema has it as a value. */
function pick(
  schema: PropertySchema,
  given: Fields,
  role: Role | undefined,
  normalize: (property: PropertySchema, value: unknown, name: string) => unknown,
): Fields {
  const known: Fields = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (!Object.hasOwn(given, name)) continue;
    if (property['x-role'] && property['x-role'] !== role) continue;
    const value = given[name];
    if (value === null && isNullable(property)) known[name] = null;
    const result = value === null ? undefined : normalize(property, value, name);
    if (result === undefined) continue;
    // UUIDs are compared as text, so they have one spelling.
    known[name] = property.format === 'uuid' && typeof result === 'string' ? result.toLowerCase() : result;
  }
  return known;
}

const isNullable = ({ type }: PropertySchema): boolean => Array.isArray(type) && type.includes('null');

/** For objects of which an unknown field is a mistake that should not pass unnoticed. */
function requireKnownFields({ properties = {} }: PropertySchema, value: unknown, name: string): void {
  const fields = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const unknown = fields.find((field) => !Object.hasOwn(properties, field));
  if (unknown !== undefined) throw invalidValue(name, `must not have ${JSON.stringify(unknown.slice(0, 60))}`);
}

function requireStorable(text: string, name: string): string {
  if (!isStorable(text)) throw invalidValue(name, 'holds characters that cannot be stored');
  return text;
}

function parsePositiveInteger(text: string, name: string): number {
  if (!/^\d+$/.test(text) || /^0+$/.test(text)) throw invalidValue(name, 'must be a positive integer');
  return clampId(Number(text));
}

/** A larger id than the column can hold becomes the largest one, which is 404 as well. */
const clampId = (id: number): number => Math.min(id, maxId);

function parseWholeNumber(text: string, name: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number)) throw invalidValue(name, 'must be a whole number');
  return number;
}

function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** RFC 3339 with an offset, in the years 1 to 9999. */
function isRfc3339(text: string): boolean {
  const [, date = ''] =
    /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i.exec(text) ?? [];
  if (!isCalendarDate(date)) return false;
  const year = new Date(text.toUpperCase()).getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** The error of the first violation. */
export function validationError(errors: ErrorObject[]): HttpError {
  const [error] = errors;
  return error ? validationFailed(messageOf(error), pointerOf(error)) : validationFailed('invalid request', '#');
}

/** A pointer to the value that is wrong or missing. */
function pointerOf({ instancePath, keyword, params }: ErrorObject): string {
  if (keyword === 'required') return `#${instancePath}${pointerTo([params['missingProperty']]).slice(1)}`;
  return `#${instancePath}`;
}

/** One sentence, which begins with the path of the field, or with `the body`. */
function messageOf(error: ErrorObject): string {
  const path = error.instancePath.slice(1).replaceAll('/', '.');
  const field = path || 'the body';
  switch (error.keyword) {
    case 'required':
      return `${path && `${path}.`}${error.params['missingProperty']} is required`;
    case 'enum':
      return `${field} must be one of ${error.params['allowedValues'].join(', ')}`;
    case 'format':
      return `${field} must ${formatRule(error.params['format'])}`;
    case 'x-visible':
      return `${field} must have a visible character`;
    case 'x-new-email':
      return `${field} must ${formatRule('email')}`;
    case 'minProperties':
      return errorMessages.nothingToChange;
    default:
      return `${field} ${error.message}`;
  }
}

const formatRule = (format: string): string =>
  format === 'password' ? 'have 10 to 72 characters with a letter and a digit' : `be a valid ${format}`;

/**
 * The check of every time zone that a request names. An offset such as +02:00 is none: it has no rules for daylight saving time.
 * @param field the path of its field
 * @throws 400 when there is no such zone
 */
export function requireTimeZone(name: string, field = 'timezone'): void {
  if (!isTimeZone(name)) throw invalidValue(field, 'must be a valid timezone');
}
