import { exampleAnswers, exampleTexts, exampleValues } from './example-values.ts';

/** The keywords of a schema that an example is made from. */
interface Schema {
  $ref?: string;
  title?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  default?: unknown;
  examples?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
}
interface Media {
  schema: Schema;
  example?: unknown;
}
interface Operation {
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}
export interface DescribedApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const jsonType = 'application/json';

/** Adds an example to the body and to the successful answer of every operation, except to files of bytes. */
export function addExamples({ paths, components: { schemas } }: DescribedApi): void {
  const examples = new Examples(schemas);
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { requestBody, responses }] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${path}`;
      for (const [type, media] of Object.entries(requestBody?.content ?? {})) examples.add(name, type, media, true);
      for (const [status, { content = {} }] of Object.entries(responses)) {
        if (!status.startsWith('2')) continue;
        for (const [type, media] of Object.entries(content)) examples.add(name, type, media, false);
      }
    }
  }
}

class Examples {
  readonly #schemas: Record<string, Schema>;

  constructor(schemas: Record<string, Schema>) {
    this.#schemas = schemas;
  }

  add(operation: string, type: string, media: Media, isRequest: boolean): void {
    if (type !== jsonType) {
      const example = exampleTexts[`${operation} ${type}`] ?? exampleTexts[type];
      if (example !== undefined) media.example = example;
      return;
    }
    const example = this.#exampleOf(media.schema, isRequest);
    media.example = isRequest || !exampleAnswers[operation] ? example : { ...(example as object), ...exampleAnswers[operation] };
  }

  /** An answer has its required properties only: the others tell of what a new thing does not have yet. */
  #exampleOf(given: Schema, isRequest: boolean, name = '', owner = ''): unknown {
    const schema = this.#resolve(given);
    const explicit = explicitExample(schema, name, owner);
    if (explicit !== undefined) return explicit;
    const object = schema.anyOf?.map((one) => this.#resolve(one)).find(({ properties }) => properties);
    if (object) return this.#exampleOf(object, isRequest, name, owner);
    if (schema.items) return [this.#exampleOf(schema.items, isRequest, name, owner)];
    if (!schema.properties) return exampleOfType(schema);
    const shown = Object.entries(schema.properties).filter(([key]) => isRequest || schema.required?.includes(key));
    const path = schema.title ?? `${owner}.${name}`;
    return Object.fromEntries(shown.map(([key, value]) => [key, this.#exampleOf(value, isRequest, key, path)]));
  }

  #resolve(schema: Schema): Schema {
    return schema.$ref ? (this.#schemas[schema.$ref.split('/').at(-1) ?? ''] ?? schema) : schema;
  }
}

function explicitExample(schema: Schema, name: string, owner: string): unknown {
  const { title = '', examples = [], default: fallback, enum: values = [] } = schema;
  const common = !schema.properties && isOfType(exampleValues[name], schema) ? exampleValues[name] : undefined;
  // The example of an id is the same everywhere, though ids of different accounts stand side by side.
  const own = schema.format === 'uuid' ? [common, examples[0]] : [examples[0], fallback, common, values[0]];
  return [exampleValues[title], exampleValues[`${owner}.${name}`], ...own].find((value) => value !== undefined);
}

const typesOf = ({ type = [], anyOf = [] }: Schema): string[] => [type, ...anyOf.map(typesOf)].flat(2);

/** Whether a value has the type of a schema and, where there is one, is in its enum. */
function isOfType(value: unknown, schema: Schema): boolean {
  if (schema.anyOf) return schema.anyOf.some((one) => isOfType(value, one));
  const types = typesOf(schema);
  if (value === null) return types.includes('null');
  if (schema.enum) return schema.enum.includes(value);
  if (schema.format === 'uuid' && !String(value).includes('-')) return false;
  return types.includes(typeof value === 'number' ? 'integer' : typeof value);
}

/** The example of a schema that neither has one nor has a property name with one. */
function exampleOfType(schema: Schema): unknown {
  const types = typesOf(schema);
  if (types.includes('null')) return null;
  if (schema.format === 'date-time') return '2026-03-01T08:30:00.000Z';
  if (types.includes('integer') || types.includes('number')) return schema.minimum ?? 0;
  if (types.includes('boolean')) return false;
  return types.includes('object') ? {} : '';
}
