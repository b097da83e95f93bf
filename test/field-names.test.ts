import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ApiError } from '../clients/typescript/src/index.ts';
import { type DescribedSchema, describedOperations, resolveSchema } from '../testing/described-answers.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { openSession } from '../testing/open-session.ts';

// The error of a 400 begins with the path of the field that is wrong, where clients find it. Each field of each operation is sent wrong in
// every way that its description rules out: missing, of another type, too short or long, too small or large.

const fixtures = await Fixtures.create();
const { root, anna, wanda } = fixtures;

interface WrongRequest {
  who: TestUser | undefined;
  method: string;
  url: string;
  body?: unknown;
  field: string;
}

const json = 'application/json';
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface BoundedSchema extends DescribedSchema {
  maximum?: number;
  minLength?: number;
  minItems?: number;
  uniqueItems?: boolean;
}

/** Values that a schema refuses. @param isText whether the value comes as text, in a path or a query */
function wrongValues(schema: BoundedSchema, isText: boolean): unknown[] {
  const { type, format, pattern, minimum, maximum, minLength = 0, maxLength = 0, minItems = 0 } = schema;
  const values: unknown[] = [];
  if (type === 'integer') {
    values.push(isText ? 'x' : '7', 1.5);
    if (minimum !== undefined) values.push(minimum - 1);
    if (maximum !== undefined) values.push(maximum + 1);
  }
  if (schema.enum || format || pattern) values.push('no such value');
  if (type === 'string' && maxLength > 0) values.push('x'.repeat(maxLength + 1));
  if (type === 'string' && minLength > (isText ? 1 : 0)) values.push('x'.repeat(minLength - 1)); // an empty filter counts as none
  if (type === 'array' && minItems > 0) values.push([]);
  const [example] = schema.examples ?? [];
  if (schema.uniqueItems && Array.isArray(example)) values.push([...example, example[0]]);
  if (!isText) values.push(type === 'string' ? 7 : 'x');
  return values;
}

/** The same body with one value replaced; undefined: removed. */
function withValue(body: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(body)) return body.map((item, i) => (String(i) === key ? withValue(item, rest, value) : item));
  const fields = isObject(body) ? body : {};
  return { ...fields, [key]: withValue(fields[key], rest, value) };
}

/** All fields of a body that have a place in its example, with the fields inside of them, and values that they refuse. */
function wrongFields(given: DescribedSchema, example: unknown, path: string[] = []): { path: string[]; values: unknown[] }[] {
  const schema = resolveSchema(given);
  const inner = schema.anyOf?.map(resolveSchema).find(({ properties }) => properties) ?? schema;
  if (inner.items) return wrongFields(inner.items, Array.isArray(example) ? example[0] : undefined, [...path, '0']);
  const fields = Object.entries(inner.properties ?? {}).flatMap(([name, property]) => {
    const value = isObject(example) ? example[name] : undefined;
    const values = wrongValues(resolveSchema(property), false);
    const isRequired = inner.required?.includes(name);
    const isNullable = resolveSchema(property).type?.includes('null');
    const own = { path: [...path, name], values: isRequired ? [...values, undefined, ...(isNullable ? [] : [null])] : values };
    return [own, ...(value === undefined || Array.isArray(value) ? [] : wrongFields(property, value, own.path))];
  });
  return fields;
}

/** A value of a required parameter that has no example. */
const sampleOf = ({ pattern = '' }: DescribedSchema): string => (pattern.includes('{12}') ? crypto.randomUUID() : '1');

async function wrongRequests(): Promise<WrongRequest[]> {
  const requests: WrongRequest[] = [];
  for (const { name, operation } of describedOperations) {
    const [method = '', path = ''] = name.split(' ');
    const roles = /For: ([a-z, ]+)\.$/.exec(operation.description ?? '')?.[1]?.split(', ') ?? [];
    const who = [root, anna, wanda].find(({ role }) => roles.includes(role));
    const { parameters = [], requestBody } = operation;
    const filled = path.replaceAll(/\{(\w+)\}/g, (_all, key) => {
      const { schema } = parameters.find((one) => one.name === key && one.in === 'path') ?? {};
      return schema?.type === 'integer' ? '1' : crypto.randomUUID();
    });
    const required = parameters.filter((one) => one.in === 'query' && one.required);
    const query = Object.fromEntries(required.map(({ name, example, schema }) => [name, String(example ?? sampleOf(schema))]));
    const urlWith = (changes: object) => `${filled}?${new URLSearchParams({ ...query, ...changes })}`;
    const { schema, example } = requestBody?.content[json] ?? {};
    const body = schema && { body: example };
    for (const parameter of parameters) {
      for (const value of wrongValues(parameter.schema, true)) {
        const wrong = { who, method, ...body, field: parameter.name };
        if (parameter.in === 'query') requests.push({ ...wrong, url: urlWith({ [parameter.name]: String(value) }) });
        if (parameter.in !== 'path') continue;
        const url = path.replace(`{${parameter.name}}`, encodeURIComponent(String(value))).replaceAll(/\{\w+\}/g, '1');
        requests.push({ ...wrong, url: `${url}?${new URLSearchParams(query)}` });
      }
      if (parameter.in === 'query') {
        const twice = `${urlWith({ [parameter.name]: '1' })}&${parameter.name}=1`;
        requests.push({ who, method, ...body, url: twice, field: parameter.name });
      }
    }
    if (!schema) continue;
    for (const wrong of wrongFields(schema, example)) {
      for (const value of wrong.values) {
        requests.push({
          who,
          method,
          url: urlWith({}),
          body: withValue(example, wrong.path, value),
          field: wrong.path.join('.'),
        });
      }
    }
  }
  return requests;
}

it('the error of a 400 begins with the name of the wrong parameter or with the path of the wrong field', async () => {
  for (const who of [root, anna, wanda]) await openSession(fixtures, who);
  const requests = await wrongRequests();
  const different: string[] = [];
  let serial = 0;
  for (const { who, method, url, body, field } of requests) {
    fixtures.advanceClock(60_000); // rate limits of accounts
    serial++;
    const headers = { 'x-forwarded-for': `10.${(serial >> 16) & 255}.${(serial >> 8) & 255}.${serial & 255}` };
    const answer = await fixtures.call(who, method as 'GET', url, body, headers);
    const isNamed = answer.status === 400 && new ApiError(400, answer.body.error).field === field;
    if (!isNamed) different.push(`${method} ${url} ${JSON.stringify(body)} ${field}: ${answer.status} ${answer.body.error}`);
  }
  assert.deepEqual(different, []);
  assert(requests.length > 500, String(requests.length));
});
