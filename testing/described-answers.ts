import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { allErrorCodes, errorCodes } from '../src/platform/http/error-codes.ts';

// Compares the answers that tests get with docs/openapi.json: the status, the content type and, for JSON, the body. A
// property that the description does not have is a difference as well.

/** The keywords that tests read. */
export interface DescribedSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  pattern?: string;
  minimum?: number;
  maxLength?: number;
  examples?: unknown[];
  anyOf?: DescribedSchema[];
  properties?: Record<string, DescribedSchema>;
  required?: string[];
  items?: DescribedSchema;
}
interface Content {
  schema: DescribedSchema;
  example?: unknown;
}
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: DescribedSchema;
  example?: unknown;
}
interface DescribedOperation {
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { content?: Record<string, Content> }>;
}
interface Description {
  components: { schemas: Record<string, DescribedSchema> };
  paths: Record<string, Record<string, DescribedOperation>>;
}

/** An answer to a request for `url`, with its query. */
export interface Answer {
  method: string;
  url: string;
  status: number;
  headers: { 'content-type'?: unknown; 'error-code'?: unknown };
  text: string;
}

interface Route {
  path: string;
  segments: string[];
  operation: DescribedOperation;
}

const file = new URL('../docs/openapi.json', import.meta.url);
const description: Description = JSON.parse(readFileSync(file, 'utf8'), (_key, value) => {
  const isObjectSchema = value?.type === 'object' && value.properties && value.additionalProperties === undefined;
  return isObjectSchema ? { ...value, additionalProperties: false } : value;
});

const ajv = new Ajv({
  strict: false,
  validateSchema: false,
  formats: {
    uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/,
    date: /^\d{4}-\d\d-\d\d$/,
    email: /@/,
    uri: URL.canParse,
    binary: true,
    password: true,
    timezone: true,
  },
});
ajv.addSchema(description, 'openapi');

const routes = new Map<string, Route[]>();
for (const [path, methods] of Object.entries(description.paths)) {
  const segments = path.split('/');
  for (const [method, operation] of Object.entries(methods)) {
    const key = `${method.toUpperCase()} ${segments.length}`;
    routes.set(key, [...(routes.get(key) ?? []), { path, segments, operation }]);
  }
}
/** A segment such as `{id}` or `{token}.ics` matches whatever stands there; a route without one takes precedence. */
for (const list of routes.values()) list.sort((a, b) => a.path.split('{').length - b.path.split('{').length);

function matches({ segments }: Route, asked: string[]): boolean {
  return segments.every((segment, i) => {
    const [before = '', after] = segment.split(/\{\w+\}/);
    return after === undefined
      ? segment === asked[i]
      : asked[i]?.endsWith(after) && asked[i].length > before.length + after.length;
  });
}

/** @returns the described operation of a request; undefined for paths and methods that are not described */
function findRoute(method: string, url: string): Route | undefined {
  const [path = ''] = url.split('?');
  const asked = path.split('/');
  return routes.get(`${method} ${asked.length}`)?.find((route) => matches(route, asked));
}

/** @returns the schema that a reference names, or the schema itself */
export const resolveSchema = (schema: DescribedSchema): DescribedSchema =>
  schema.$ref ? (description.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? schema) : schema;

const validators = new Map<unknown, ValidateFunction>();

/** Schemas are compiled when the first answer needs them: a test file needs few of them. */
function validatorOf(schema: DescribedSchema): ValidateFunction {
  const key = schema.$ref ?? schema;
  const known = validators.get(key);
  if (known) return known;
  const validator = ajv.compile(schema.$ref ? { $ref: `openapi${schema.$ref}` } : schema);
  validators.set(key, validator);
  return validator;
}

/** @returns how a value differs from a schema of the description; undefined if it does not */
export function differenceOf(schema: DescribedSchema, value: unknown): string | undefined {
  const validate = validatorOf(schema);
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

/** All operations of the description, by method and path: `GET /tickets/{id}`. */
export const describedOperations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => {
    const parameters = operation.parameters?.filter((parameter) => 'in' in parameter); // the others are of all operations
    return { name: `${method.toUpperCase()} ${path}`, operation: { ...operation, ...(parameters && { parameters }) } };
  }),
);

/** @throws AssertionError for an error without the header Error-Code, or with a code that does not come with its status */
function assertCoded({ method, url, status, headers }: Answer): void {
  if (status < 400) return;
  const code = allErrorCodes().find((one) => one === headers['error-code']);
  assert(code, `${method} ${url}: ${status} has the Error-Code ${headers['error-code']}`);
  const { statuses }: { statuses: readonly number[] } = errorCodes[code];
  assert(statuses.includes(status), `${method} ${url}: ${code} does not come with ${status}`);
}

/** @throws AssertionError for an error without its code, and when docs/openapi.json describes the operation, but not this answer */
export function assertDescribed(answer: Answer): void {
  assertCoded(answer);
  const { method, url, status, headers, text } = answer;
  const route = findRoute(method, url);
  if (!route) return;
  const name = `${method} ${route.path}: ${status}`;
  const response = route.operation.responses[status];
  assert(response, `${name} is not described: ${text.slice(0, 200)}`);
  const [type = ''] = String(headers['content-type'] ?? '').split(';');
  if (!response.content && text === '') return;
  const content = response.content?.[type];
  assert(content, `${name} is described with ${Object.keys(response.content ?? {})}, not with ${type}`);
  if (type !== 'application/json' && type !== 'application/problem+json') return;
  const difference = differenceOf(content.schema, JSON.parse(text));
  if (difference) assert.fail(`${name} differs from its description: ${difference} in ${text.slice(0, 2000)}`);
}

/** @returns the application, whose `inject` fails when an answer differs from its description */
export function withDescribedAnswers(app: FastifyInstance): FastifyInstance {
  const inject = app.inject.bind(app);
  return Object.assign(app, {
    inject: async (request: InjectOptions | string) => {
      const answer = await inject(request);
      const { method = 'GET', url } = typeof request === 'string' ? { url: request } : request;
      assertDescribed({ method, url: String(url), status: answer.statusCode, headers: answer.headers, text: answer.payload });
      return answer;
    },
  });
}
