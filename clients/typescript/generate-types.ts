import { readFileSync, writeFileSync } from 'node:fs';

// Writes src/operations.ts, the types of the client, and src/public-operations.ts from docs/openapi.json: `npm run openapi`.

interface Schema {
  $ref?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
}
interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}
interface Operation {
  summary: string;
  description?: string;
  security: object[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const descriptionFile = new URL('../../docs/openapi.json', import.meta.url);
const typesFile = new URL('src/operations.ts', import.meta.url);
const publicOperationsFile = new URL('src/public-operations.ts', import.meta.url);

const readDescription = (): Description => JSON.parse(readFileSync(descriptionFile, 'utf8'));

/** @returns the text of src/operations.ts, made from docs/openapi.json */
export function generateTypes(): string {
  const { paths, components } = readDescription();
  const schemas = Object.entries(components.schemas).map(([name, schema]) => `export type ${name} = ${typeOf(schema)};\n`);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationOf(`${method.toUpperCase()} ${path}`, operation)),
  );
  return [
    '// Generated from docs/openapi.json by `npm run openapi`.\n',
    ...schemas,
    '/** Path parameters, query, body and answer of each operation, by its method and path. */',
    `export interface Operations {\n${operations.join('')}}\n`,
  ].join('\n');
}

/** @returns the text of src/public-operations.ts, made from docs/openapi.json */
export function generatePublicOperations(): string {
  const operations = Object.entries(readDescription().paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );
  const open = operations.filter(({ operation }) => !operation.security.some((scheme) => 'accessToken' in scheme));
  const withoutKey = open.filter(({ name, operation }) => !name.startsWith('GET ') && !takesKey(operation));
  const setOf = (found: typeof operations): string => `new Set([\n${found.map(({ name }) => `  '${name}',\n`).join('')}])`;
  return [
    '// Generated from docs/openapi.json by `npm run openapi`.\n',
    '/** Operations that need no access token. */',
    `export const publicOperations: ReadonlySet<string> = ${setOf(open)};\n`,
    '/** Writes that store nothing for an Idempotency-Key. */',
    `export const writesWithoutKey: ReadonlySet<string> = ${setOf(withoutKey)};\n`,
  ].join('\n');
}

const takesKey = ({ parameters = [] }: Operation): boolean =>
  parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');

function operationOf(name: string, { summary, description, parameters = [], requestBody, responses }: Operation): string {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const fields = [
    ...parametersOf('params', parameters, 'path'),
    ...parametersOf('query', parameters, 'query'),
    ...(requestBody ? [`body: ${bodyType(requestBody.content)}`] : []),
    `answer: ${contentType(success?.content)}`,
  ];
  const text = commentOf([`${summary}.`, description].filter(Boolean).join(' '));
  return `  ${text}\n  '${name}': { ${fields.join('; ').replaceAll(/\s*\n\s*/g, ' ')} };\n`;
}

function parametersOf(field: string, parameters: Parameter[], place: string): string[] {
  const given = parameters.filter((parameter) => parameter.in === place);
  if (given.length === 0) return [];
  const isOptional = given.every(({ required }) => !required);
  const types = given.map(({ name, required, schema }) => `${quoted(name)}${required ? '' : '?'}: ${typeOf(schema)}`);
  return [`${field}${isOptional ? '?' : ''}: { ${types.join('; ')} }`];
}

function bodyType(content: Record<string, { schema: Schema }>): string {
  if (content['multipart/form-data']) return 'FormData';
  return content['text/csv'] ? 'Blob' : contentType(content);
}

/** Everything but JSON is a file. */
function contentType(content: Record<string, { schema: Schema }> = {}): string {
  const json = content['application/json'];
  return json ? typeOf(json.schema) : 'Blob';
}

function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.enum) return unionOf(schema.enum.map((value) => literalOf(value)));
  if (schema.const !== undefined) return literalOf(schema.const);
  if (schema.anyOf) return unionOf(schema.anyOf.map(typeOf));
  const types = [schema.type ?? []].flat();
  return types.length === 0 ? 'unknown' : unionOf(types.map((type) => simpleTypeOf(type, schema)));
}

const literalOf = (value: unknown): string => (typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value));
const unionOf = (types: string[]): string => [...new Set(types)].join(' | ');

function simpleTypeOf(type: string, { format, items, properties, required = [], additionalProperties }: Schema): string {
  if (type === 'integer') return 'number';
  if (type === 'array') return `(${typeOf(items ?? {})})[]`;
  if (type === 'string' && format === 'binary') return 'Blob';
  if (type !== 'object') return type;
  if (!properties)
    return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>`;
  const fields = Object.entries(properties).map(([name, schema]) => {
    const text = schema.description ? `${commentOf(schema.description)}\n` : '';
    return `${text}${quoted(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)};`;
  });
  return `{\n${fields.join('\n').replaceAll(/^/gm, '  ')}\n}`;
}

const commentOf = (text: string): string => `/** ${text.replaceAll(/\s+/g, ' ').replaceAll('*/', '*\\/')} */`;
const quoted = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`);

if (import.meta.main) {
  writeFileSync(typesFile, generateTypes());
  writeFileSync(publicOperationsFile, generatePublicOperations());
}
