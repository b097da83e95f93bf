import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { headingId, root } from './links.ts';

// The reference of the API as Markdown, a page for each tag of docs/openapi.json.

interface Schema {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

type Content = Record<string, { schema?: Schema; example?: unknown }>;

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { description: string; content?: Content }>;
  security?: Record<string, unknown>[];
}

interface Description {
  info: { description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

interface Entry {
  method: string;
  path: string;
  operation: Operation;
}

const api: Description = JSON.parse(readFileSync(join(root, 'docs', 'openapi.json'), 'utf8'));
const entries: Entry[] = Object.entries(api.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

const capitalized = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase());

/** The tags in the order of the description, then those that it only uses. */
export const tags = [...new Set([...api.tags.map(({ name }) => name), ...entries.map(({ operation }) => tagOf(operation))])].map(
  (name) => ({
    name,
    title: capitalized(name),
    description: api.tags.find((tag) => tag.name === name)?.description ?? '',
  }),
);

function tagOf({ tags: [tag], operationId }: Operation): string {
  if (!tag) throw new Error(`${operationId} has no tag`);
  return tag;
}

/** Markdown shows the text as it is; `|` would end a cell of a table. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('|', '\\|').replaceAll('{{', '&#123;{').replaceAll('\n', ' ');

/** Texts of the description are Markdown: what stands in backquotes stays code. */
const prose = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part.replaceAll('|', '\\|') : escaped(part)))
    .join('');

const code = (text: string): string => `<code v-pre>${escaped(text)}</code>`;

const named = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

function resolved(schema: Schema): Schema {
  if (!schema.$ref) return schema;
  const target = api.components.schemas[named(schema.$ref)];
  if (!target) throw new Error(`docs/openapi.json has no ${schema.$ref}`);
  return target;
}

/** @returns the type in a few words: `string (uuid)`, `array of Ticket`, the values of an enum */
function typeOf(schema: Schema): string {
  if (schema.$ref) return named(schema.$ref);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return variants.map(typeOf).join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(', ');
  if (schema.items) return `array of ${typeOf(schema.items)}`;
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any value');
  return schema.format ? `${type} (${schema.format})` : type;
}

/** @returns limits of a value as sentences */
function limitsOf(schema: Schema): string[] {
  const range = (min: number | undefined, max: number | undefined, unit: string): string[] => {
    if (min !== undefined && max !== undefined) return [`${min} to ${max}${unit}.`];
    if (min !== undefined && min > 0) return [`At least ${min}${unit}.`];
    return max === undefined ? [] : [`At most ${max}${unit}.`];
  };
  return [
    ...range(schema.minLength, schema.maxLength, ' characters'),
    ...range(schema.minimum, schema.maximum, ''),
    ...range(schema.minItems, schema.maxItems, ' items'),
    ...(schema.default === undefined ? [] : [`Default: ${JSON.stringify(schema.default)}.`]),
  ];
}

const notes = (schema: Schema, description = schema.description): string =>
  [description && prose(description), ...limitsOf(schema).map(escaped)].filter(Boolean).join(' ');

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** @returns a row for each property; those of nested objects follow with their path, other schemas once */
function properties(schema: Schema, prefix = '', above: string[] = []): string[][] {
  const { properties: own = {}, required = [], items, allOf = [], anyOf = [], oneOf = [] } = resolved(schema);
  const rows = Object.entries(own).flatMap(([name, value]) => {
    const path = `${prefix}${name}`;
    const isNested = !value.$ref || !above.includes(value.$ref);
    const row = [
      code(path),
      escaped(typeOf(value)),
      required.includes(name) ? 'yes' : '',
      notes(value.$ref ? { ...resolved(value), ...value } : value),
    ];
    return [row, ...(isNested ? properties(value, `${path}.`, value.$ref ? [...above, value.$ref] : above) : [])];
  });
  const inner = items && (!items.$ref || !above.includes(items.$ref)) ? [items] : [];
  const nested = inner.flatMap((item) =>
    properties(item, `${prefix.replace(/\.$/, '')}[].`, item.$ref ? [...above, item.$ref] : above),
  );
  const variants = [...allOf, ...anyOf, ...oneOf].flatMap((variant) => properties(variant, prefix, above));
  const all = [...rows, ...nested, ...variants];
  return all.filter(([name], index) => all.findIndex(([other]) => other === name) === index);
}

function body(content: Content): string[] {
  return Object.entries(content).flatMap(([type, { schema, example }]) => {
    const rows = schema ? properties(schema) : [];
    return [
      `${code(type)}${schema && rows.length === 0 ? `: ${escaped(typeOf(schema))}` : ''}`,
      ...(rows.length > 0 ? [table(['field', 'type', 'required', 'notes'], rows)] : []),
      ...(example === undefined ? [] : [exampleOf(type, example)]),
    ];
  });
}

function exampleOf(type: string, example: unknown): string {
  const isJson = type.endsWith('json') || typeof example !== 'string';
  return `\`\`\`${isJson ? 'json' : 'text'}\n${isJson ? JSON.stringify(example, null, 2) : example}\n\`\`\``;
}

/** @returns who may call it, from the last line of the description or from the kind of credentials */
function callers({ description = '', security = [] }: Operation): string {
  const [, roles] = /^For: (.*)\.$/m.exec(description) ?? [];
  if (roles) return `${roles}.`;
  return security.length === 0 ? 'everybody, without a token.' : 'everybody with the cookie of a session.';
}

function parametersOf({ parameters = [] }: Operation): string[] {
  if (parameters.length === 0) return [];
  const rows = parameters.map((parameter) => {
    const found = parameter.$ref ? api.components.parameters[named(parameter.$ref)] : parameter;
    if (!found) throw new Error(`docs/openapi.json has no ${parameter.$ref}`);
    const { name, in: place, required, schema = {}, description } = found;
    return [code(name), place, escaped(typeOf(schema)), required ? 'yes' : '', notes(schema, description)];
  });
  return ['**Parameters**', table(['name', 'in', 'type', 'required', 'notes'], rows)];
}

function responsesOf({ responses }: Operation): string[] {
  const isError = (status: string): boolean => Number(status) >= 400;
  const successes = Object.entries(responses).filter(([status]) => !isError(status));
  const errors = Object.entries(responses).filter(([status]) => isError(status));
  return [
    ...successes.flatMap(([status, { description, content = {} }]) => [
      `**Answer ${status}**: ${prose(description)}`,
      ...body(content),
    ]),
    ...(errors.length === 0
      ? []
      : [
          '**Errors**',
          table(
            ['status', 'when'],
            errors.map(([s, e]) => [s, prose(e.description)]),
          ),
        ]),
  ];
}

/** @returns the heading of an operation, by which the pages link to it */
const headingOf = ({ method, path }: Entry): string => `${method} ${path}`;

function section(entry: Entry): string {
  const { operation } = entry;
  const description = (operation.description ?? '').replace(/\n*^For: .*$/m, '').trim();
  return [
    `## <span v-pre>${headingOf(entry)}</span> {#${headingId(headingOf(entry))}}`,
    `${prose(operation.summary)}.`,
    ...description.split('\n\n').map(prose).filter(Boolean),
    `**Who**: ${callers(operation)}`,
    ...parametersOf(operation),
    ...(operation.requestBody ? ['**Body**', ...body(operation.requestBody.content)] : []),
    ...responsesOf(operation),
  ].join('\n\n');
}

/** @returns the operations of a tag as Markdown */
export function tagPage(name: string): string {
  const tag = tags.find((one) => one.name === name);
  const own = entries.filter(({ operation }) => tagOf(operation) === name);
  return [`# ${tag?.title ?? name}`, prose(tag?.description ?? ''), ...own.map(section)].join('\n\n');
}

/** @returns the list of all operations as Markdown */
export function indexPage(): string {
  const lists = tags.map(({ name, title, description }) => {
    const rows = entries
      .filter(({ operation }) => tagOf(operation) === name)
      .map((entry) => [
        `[${code(headingOf(entry))}](/reference/${name}.md#${headingId(headingOf(entry))})`,
        prose(entry.operation.summary),
        callers(entry.operation).slice(0, -1),
      ]);
    return [`## ${title}`, prose(description), table(['operation', 'what it does', 'who'], rows)].join('\n\n');
  });
  return ['# Reference', ...api.info.description.split('\n\n').map(prose), ...lists].join('\n\n');
}
