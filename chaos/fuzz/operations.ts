import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A schema as the API description writes it, as far as inputs use it. */
export interface Schema {
  type?: string;
  enum?: string[];
  format?: string;
  minLength?: number;
  properties?: Record<string, Schema>;
  $ref?: string;
}

export interface Operation {
  method: string;
  path: string;
  params: { name: string; in: string; schema: Schema }[];
  body: Schema | undefined;
  isUpload: boolean;
}

interface Description {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

interface Described {
  parameters?: Operation['params'];
  requestBody?: { content: Record<string, { schema?: Schema }> };
}

const file = join(import.meta.dirname, '..', '..', 'docs', 'openapi.json');
const description = JSON.parse(readFileSync(file, 'utf8')) as Description;

/** Every operation of docs/openapi.json. */
export const operations: Operation[] = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
    method: method.toUpperCase(),
    path,
    params: parameters,
    body: requestBody?.content['application/json']?.schema,
    isUpload: method === 'post' && /\/(photos|attachments)$/.test(path),
  })),
);

export function resolve(schema: Schema): Schema {
  if (!schema.$ref) return schema;
  const found = description.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
  if (!found) throw new Error(`no schema ${schema.$ref}`);
  return found;
}
