import { readFileSync, writeFileSync } from 'node:fs';

// `npm run console:types`: writes the types of every operation from docs/openapi.json. A test
// finds drift. Only what that file uses is understood; anything else stops the generator.

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: string[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}
interface Parameter {
  in: 'path' | 'query';
  name: string;
  required?: boolean;
  schema: Schema;
}
type Content = Record<string, { schema: Schema }>;
interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}
interface Document {
  components: { schemas: Record<string, Schema> };
  paths: Record<string, Record<string, Operation>>;
}

// `Object` and `Error` would hide the globals of the same name.
const renamed: Record<string, string> = { Object: 'Building', ObjectPage: 'BuildingPage', Error: 'ErrorAnswer' };
const nameOf = (name: string): string => renamed[name] ?? name;

function typeOf(schema: Schema): string {
  if (schema.$ref) return nameOf(schema.$ref.split('/').at(-1) ?? '');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.enum) return schema.enum.map((value) => `'${value}'`).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map(primitive).join(' | ');
  if (schema.type === 'array' && schema.items) return `${typeOf(schema.items)}[]`;
  if (schema.type === 'object') return shape(schema.properties ?? {}, schema.required ?? []);
  return primitive(schema.type);
}

function primitive(type: string | undefined): string {
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'string' || type === 'boolean' || type === 'null') return type;
  throw new Error(`unknown type in docs/openapi.json: ${type}`);
}

function shape(properties: Record<string, Schema>, required: string[]): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  );
  return `{ ${fields.join('; ')} }`;
}

function parametersOf(parameters: Parameter[], place: Parameter['in']): string[] {
  const fields = parameters
    .filter((one) => one.in === place)
    .map(({ name, required, schema }) => `${name}${required ? '' : '?'}: ${typeOf(schema)}`);
  if (fields.length === 0) return [];
  const optional = fields.every((field) => field.includes('?: ')) ? '?' : '';
  return [`${place === 'path' ? 'params' : 'query'}${optional}: { ${fields.join('; ')} }`];
}

function bodyOf({ requestBody }: Operation): string[] {
  if (!requestBody) return [];
  const json = requestBody.content['application/json'];
  return [`body: ${json ? typeOf(json.schema) : 'FormData'}`];
}

function answerOf({ responses }: Operation): string {
  const success = responses['200'] ?? responses['201'];
  const schema = success?.content?.['application/json']?.schema;
  if (!schema) throw new Error('an operation in docs/openapi.json has no answer');
  return typeOf(schema);
}

export function generate(text: string): string {
  const { components, paths } = JSON.parse(text) as Document;
  const lines = ['// Written by `npm run console:types` from docs/openapi.json. Do not edit.', ''];
  for (const [name, schema] of Object.entries(components.schemas)) {
    lines.push(`export type ${nameOf(name)} = ${typeOf(schema)};`);
  }
  lines.push('', 'export interface Operations {');
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const parameters = operation.parameters ?? [];
      const input = [...parametersOf(parameters, 'path'), ...parametersOf(parameters, 'query'), ...bodyOf(operation)];
      lines.push(`  '${method.toUpperCase()} ${path}': { ${[...input, `answer: ${answerOf(operation)}`].join('; ')} };`);
    }
  }
  return `${lines.join('\n')}\n}\n`;
}

const described = new URL('../docs/openapi.json', import.meta.url);
const written = new URL('./src/contract/operations.ts', import.meta.url);

export const readDescription = (): string => readFileSync(described, 'utf8');
export const readWritten = (): string => readFileSync(written, 'utf8');

if (import.meta.main) writeFileSync(written, generate(readDescription()));
