import { password } from '../../testing/api-fixtures.ts';
import type { Random } from '../../testing/seeded-random.ts';
import { resolve, type Schema } from './operations.ts';

/** Ids of what there is, by the names under which requests carry them. */
export type Pools = Record<'user' | 'project' | 'object' | 'ticket' | 'rule' | 'photo' | 'attachment', string[]>;

const poolOfField: Record<string, keyof Pools> = {
  worker_id: 'user',
  client_id: 'user',
  project_id: 'project',
  object_id: 'object',
  photo_id: 'photo',
};
const poolOfPath: [string, keyof Pools][] = [
  ['/users', 'user'],
  ['/projects', 'project'],
  ['/objects', 'object'],
  ['/tickets', 'ticket'],
  ['/recurring', 'rule'],
  ['/photos', 'photo'],
  ['/attachments', 'attachment'],
];

export function idFor(random: Random, pools: Pools, field: string, path: string): string {
  const resource = path.replace(/^\/ext(?=\/)/, '');
  const pool = poolOfField[field] ?? poolOfPath.find(([prefix]) => resource.startsWith(prefix))?.[1] ?? 'ticket';
  return pools[pool].length > 0 ? random.pick(pools[pool]) : '1';
}

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

/** Texts that have broken services of this kind. */
const hostileTexts = [
  ...['', ' ', '\u0000', 'abc\u0000def', '\ud800', 'a\udfff\ud800b', '\u202e evil \u2066', '\ufeff\u00a0\u3000', 'İstanbul K'],
  ...[
    '👩‍🔧'.repeat(30),
    'x'.repeat(5000),
    '\r\nSet-Cookie: a=b',
    "' or 1=1 --",
    '%%%__\\',
    '=cmd|calc!A1',
    '<svg onload=alert(1)>',
  ],
  ...['../../../../etc/passwd', '{{7*7}}', 'null', 'NaN', '-1', '1e400', '9'.repeat(400)],
  ...['2026-02-30', '2026-13-45T99:99:99Z', '+275760-09-13T00:00:00.000Z', '-271821-04-20T00:00:00Z', '0000-01-01T00:00:00Z'],
  ...['9999-12-31T23:59:59.999Z', '2026-01-01T00:00:60Z', '2026-01-01T00:00:00+23:59', '2026-01-01T00:00:00.123456789Z'],
  ...['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '{5f0c7a3e-2b1d-4c8e-9a6f-0d1e2f3a4b5c}'],
  ...['a@b', '"a@evil x"@example.com', `${'a'.repeat(250)}@example.com`],
];

export const hostileText = (random: Random): string => random.pick(hostileTexts);

/** JSON texts of values, so that what JavaScript cannot hold (huge numbers, deep nesting) gets through, too. */
export function hostileJson(random: Random): string {
  const kinds = [
    () => JSON.stringify(hostileText(random)),
    () => random.pick('null true false 0 -0 -1 1.5 1e999 -1e999 2147483647 2147483648 -2147483649'.split(' ')),
    () => random.pick(['9007199254740993', '1E+2', '123456789012345678901234567890', '0.1e-400']),
    () => random.pick(['[]', '{}', '[null]', '["a"]', '[1]', '[[1]]', '{"a":1}', '{"toString":1}', '{"length":-1}']),
    () => random.pick(['{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}', '{"then":1}', '{"$ne":null}']),
    () => deep(random.between(10, 2000)),
    () => JSON.stringify('y'.repeat(random.between(1, 60_000))),
  ];
  return random.pick(kinds)();
}

/** A value that the schema asks for, as JSON text. */
export function validJson(random: Random, schema: Schema, field: string, path: string, pools: Pools): string {
  const known = resolve(schema);
  if (known.enum) return JSON.stringify(random.pick(known.enum));
  if (known.properties) return bodyOf(random, known, path, pools, () => false);
  if (field === 'password') return JSON.stringify(password);
  if (field === 'email') return JSON.stringify(`fuzz${random.below(500)}@example.com`);
  switch (known.format ?? known.type) {
    case 'uuid':
      return JSON.stringify(idFor(random, pools, field, path));
    case 'date-time':
      return JSON.stringify(new Date(1_700_000_000_000 + random.below(100_000) * 3_600_000).toISOString());
    case 'date':
      return JSON.stringify(`2026-0${random.between(1, 9)}-1${random.below(10)}`);
    case 'integer':
      return field in poolOfField ? idFor(random, pools, field, path) : String(random.between(1, 100));
    case 'boolean':
      return String(random.chance(0.8));
    default:
      return JSON.stringify(
        `${field} ${random.below(1_000_000)} of a good length`.slice(0, field === 'phone' || field === 'floor' ? 20 : 60),
      );
  }
}

/** A body with some of its fields spoilt. */
export function bodyOf(random: Random, schema: Schema, path: string, pools: Pools, spoil: () => boolean): string {
  const fields: string[] = [];
  for (const [name, property] of Object.entries(resolve(schema).properties ?? {})) {
    if (spoil() && random.chance(0.3)) continue; // left out
    const value = spoil() ? hostileJson(random) : validJson(random, property, name, path, pools);
    fields.push(`${JSON.stringify(name)}:${value}`);
    if (spoil() && random.chance(0.2)) fields.push(`${JSON.stringify(name)}:${hostileJson(random)}`); // once more
  }
  if (spoil())
    fields.push(
      `${JSON.stringify(random.pick(['__proto__', 'constructor', 'id', 'role', 'client_id', 'status', '\u0000', 'x'.repeat(3000)]))}:${hostileJson(random)}`,
    );
  return `{${fields.join(',')}}`;
}

/** What is no body at all. */
export function brokenBody(random: Random): Buffer {
  const texts = [
    '',
    ' ',
    ...'null [] "text" 1 true { {"a":} {\'a\':1} \ufeff{} {}{} {"a":1,}'.split(' '),
    deep(30_000),
    '{"a":'.repeat(5000),
  ];
  const bytes = [
    Buffer.from([0xff, 0xfe, 0x7b, 0x7d]),
    Buffer.from([0xc3, 0x28]),
    Buffer.alloc(70_000, 0x20),
    Buffer.alloc(100),
    Buffer.from('{"email":"\xff"}', 'latin1'),
  ];
  return random.chance(0.7) ? Buffer.from(random.pick(texts)) : random.pick(bytes);
}

const hostileSegments = [
  ...'0 -1 01 1.0 1e3 +1 %201 2147483648 99999999999999999999 null undefined [object%20Object] __proto__ constructor 1;drop *'.split(
    ' ',
  ),
  ...'%00 %ff %2e%2e%2f ..%2f..%2f %2F %5c %F0%9F%94%A7 %EF%BC%91 1%0d%0aX:%20y % %zz %c0%af'.split(' '),
  'x'.repeat(2000),
];

export const hostileSegment = (random: Random): string => random.pick(hostileSegments);
