import { jpeg, photoBoundary, photoForm } from '../../testing/api-fixtures.ts';
import type { HttpRequest } from '../../testing/http-client.ts';
import type { Random } from '../../testing/seeded-random.ts';
import { bodyOf, brokenBody, hostileSegment, hostileText, idFor, type Pools, validJson } from './hostile-values.ts';
import type { Operation } from './operations.ts';

const oddMethods = ['PUT', 'HEAD', 'TRACE', 'OPTIONS', 'PROPFIND', 'LOCK', 'SEARCH', 'DELETE', 'PATCH', 'POST', 'GET'];
const contentTypes = [
  ...[
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=utf-16',
    'application/json\t',
    'text/plain',
  ],
  ...['application/x-www-form-urlencoded', 'application/xml', 'multipart/form-data', 'multipart/form-data; boundary='],
  ...[' ;;; ', 'x'.repeat(500)],
];
const headersOfAllKinds: (readonly [string, string])[] = [
  ['content-encoding', 'gzip'],
  ['accept', 'text/html'],
  ['accept-encoding', 'br;q=1, *;q=0'],
  ['if-none-match', '*'],
  ['range', 'bytes=-1'],
  ['expect', '100-continue'],
  ['expect', 'tea'],
  ['origin', 'null'],
  ['x-forwarded-for', 'not an address'],
  ['x-forwarded-for', `${'1.2.3.4, '.repeat(300)}1.1.1.1`],
  ['x-forwarded-host', 'evil.example.com'],
  ['host', 'evil.example.com:99999'],
  ['cookie', 'refresh_token=%00; refresh_token=x'],
  ['cookie', `refresh_token=${'a'.repeat(4000)}`],
  ['cookie', '=; ;;; __proto__=1'],
  ['x-http-method-override', 'DELETE'],
  ['user-agent', 'ÿ\tÿ'],
  ['x-long', 'x'.repeat(8000)],
  ['x-too-long', 'x'.repeat(17_000)],
  ['authorization', 'Basic YTpi'],
  ['authorization', 'Bearer'],
  ['authorization', `Bearer ${'a'.repeat(6000)}`],
  ['authorization', 'bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'],
];

/** A request for an operation: mostly well formed, with something hostile in it. */
export function requestFor(random: Random, operation: Operation, pools: Pools): HttpRequest {
  // Some requests are valid throughout, so that the data keeps growing.
  const share = random.pick([0, 0, 0.08, 0.3]);
  const spoil = (): boolean => random.chance(share);
  const { method, path, body } = operation;
  const call: HttpRequest = {
    method: random.chance(0.03) ? random.pick(oddMethods) : method,
    path: pathOf(random, operation, pools, spoil),
    // A caller of its own, or the limits would answer most of them.
    headers: { 'x-forwarded-for': `203.${random.below(256)}.${random.below(256)}.${random.below(256)}` },
  };
  if (operation.isUpload) Object.assign(call, upload(random, call.headers ?? {}, spoil));
  else if (body)
    call.body = spoil() && random.chance(0.5) ? brokenBody(random) : Buffer.from(bodyOf(random, body, path, pools, spoil));
  else if (spoil()) call.body = brokenBody(random);
  for (let i = 0; i < 2; i++) {
    if (!spoil()) continue;
    const [name, value] = random.chance(0.5)
      ? (['content-type', random.pick(contentTypes)] as const)
      : random.pick(headersOfAllKinds);
    call.headers = { ...call.headers, [name]: value };
  }
  return call;
}

const hostileQueries = [
  ...'__proto__[x]=1 constructor.prototype=1 limit[]=1 &&&== % %00=%00 %ff limit=1e1 offset=-0 offset=99999999999 unknown=1 ? ;a=b'.split(
    ' ',
  ),
  `q=${'a'.repeat(9000)}`,
];

function pathOf(random: Random, { path, params }: Operation, pools: Pools, spoil: () => boolean): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, field: string) =>
    spoil() ? hostileSegment(random) : idFor(random, pools, field, path),
  );
  const query: string[] = [];
  for (const { name, schema, in: place } of params) {
    if (place !== 'query' || !random.chance(0.3)) continue;
    const value = spoil() ? hostileText(random) : String(JSON.parse(validJson(random, schema, name, path, pools)));
    query.push(`${name}=${escaped(value)}`);
    if (spoil()) query.push(`${name}=${escaped(value)}`);
  }
  if (spoil()) query.push(random.pick(hostileQueries));
  const odd = spoil() && random.chance(0.2) ? random.pick(['/', '//', '/.', '/%2e%2e', '%2f', ';x', '/..;/users']) : '';
  return `${filled}${odd}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

// A lone surrogate cannot be escaped the usual way; sent as its three bytes it is no UTF-8.
const escaped = (value: string): string => (value.isWellFormed() ? encodeURIComponent(value) : '%ED%A0%80');

const fileNames = [
  'lamp.jpg',
  '',
  '../../x.jpg',
  'a\0b.jpg',
  'x'.repeat(400),
  'ü\u202egpj.exe',
  '"',
  '%00',
  'a/b\\c.png',
  '.',
  '..',
  "utf-8''x",
];

/** The fields of an attachment beside its file; photos ignore them. */
function attachmentFields(random: Random, spoil: () => boolean): Buffer[] {
  const values = {
    kind: spoil() ? random.pick(['', 'photo', 'Report', '\0']) : random.pick(['report', 'comment']),
    comment_id: spoil() ? random.pick(['0', '-1', '1e3', '99999999999', 'x', '\0', ' 1']) : '',
  };
  return Object.entries(values).map(([name, value]) =>
    Buffer.from(`--${photoBoundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
}

function upload(random: Random, headers: Record<string, string>, spoil: () => boolean): Partial<HttpRequest> {
  const bytes = spoil()
    ? random.pick([Buffer.alloc(0), Buffer.from('GIF89a'), Buffer.from([0xff, 0xd8]), Buffer.alloc(3000)])
    : jpeg(random.between(20, 3000), random.below(1000));
  const form = photoForm(bytes, spoil() ? random.pick(fileNames) : 'lamp.jpg');
  if (random.chance(0.5)) form.body = Buffer.concat([...attachmentFields(random, spoil), form.body]);
  const sent = { ...headers, ...form.headers };
  if (!spoil()) return { body: form.body, headers: sent };
  const text = form.body.toString('latin1');
  const broken = [
    () => form.body.subarray(0, random.below(form.body.length)),
    () => Buffer.from(text.replace('name="file"', 'name="other"'), 'latin1'),
    () => Buffer.from(text.replace('name="file"', 'name="__proto__"'), 'latin1'),
    () => Buffer.from(text.replace('Content-Disposition', 'X-Disposition'), 'latin1'),
    () => Buffer.from(text.replace('; filename', `; ${'a=b; '.repeat(2000)}filename`), 'latin1'),
    () => Buffer.concat([form.body.subarray(0, form.body.length - 4), Buffer.from('\r\n'), form.body]),
    () => Buffer.from(text.replaceAll('\r\n', '\n'), 'latin1'),
    () => Buffer.from(`--${photoBoundary}\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n`.repeat(100) + text, 'latin1'),
  ];
  const type = random.pick([
    form.headers['content-type'] ?? '',
    'multipart/form-data',
    'multipart/form-data; boundary=other',
    `multipart/mixed; boundary=${photoBoundary}`,
    `multipart/form-data; boundary=${'b'.repeat(200)}`,
  ]);
  return { body: random.pick(broken)(), headers: { ...sent, 'content-type': type } };
}
