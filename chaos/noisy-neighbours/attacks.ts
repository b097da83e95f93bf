import { anonymousFlood, hangUps, pipelinedFlood } from './anonymous-attacks.ts';
import { httpMessage } from './http-message.ts';
import type { Traffic } from './load.ts';
import type { AttackContext } from './seed.ts';

/** One kind of attack over HTTP. */
interface Attack {
  name: string;
  traffic: (context: AttackContext) => Traffic[];
}

/** Every kind of attack over HTTP, in the order in which they are run. */
export const attacks: Attack[] = [
  { name: 'searches', traffic: searches },
  { name: 'deep pages and totals', traffic: deepPages },
  { name: 'anonymous flood', traffic: anonymousFlood },
  { name: 'pipelined anonymous flood', traffic: pipelinedFlood },
  { name: 'logins that hang up', traffic: hangUps },
  { name: 'slow readers of large answers', traffic: slowReaders },
  { name: 'uploads and bodies that stall', traffic: stalledBodies },
];

/** characters */
const maxQuery = 200;
const queries = [
  Array(100).fill('a').join(' '),
  [...'abcdefghijklmnopqrstuvwxyz0123456789'].join(' '),
  'north wing long building behind old harbour second entrance courtyard from the of street object project worker',
  Array.from({ length: 60 }, (_, i) => (i * 37).toString(36).padStart(2, 'o')).join(' '),
  'st',
  'harbour',
  'zzqx nowhere unknown',
].map((query) => encodeURIComponent(query.slice(0, maxQuery)));

function searches({ population, scaled }: AttackContext): Traffic[] {
  const paths = queries.flatMap((q) => [
    `/ext/objects?limit=100&q=${q}`,
    `/ext/objects?limit=100&sort=name&order=desc&q=${q}`,
    `/ext/projects?limit=100&q=${q}`,
    `/users?limit=100&q=${q}`,
  ]);
  return population.searchers.map(({ client }) => ({
    kind: 'closed-loop',
    connections: scaled(12),
    requests: paths.map((path) => httpMessage({ method: 'GET', path, token: client.token })),
  }));
}

const statuses = ['', 'new', 'assigned', 'done', 'closed'];
const categories = ['', 'electric', 'plumbing', 'other'];
const priorities = ['', 'low', 'high'];
const sorts = ['created_at', 'priority', 'id'];
const dayMs = 86_400_000;

function deepPages({ population: { deepReader }, random, scaled }: AttackContext): Traffic[] {
  const { client, project } = deepReader;
  const days = Array.from({ length: 50 }, (_, i) => new Date(Date.now() - i * dayMs).toISOString().slice(0, 10));
  const order = (): string => random.pick(['asc', 'desc']);
  const dates = (): string => (random.chance(0.5) ? `&date_from=${days.at(-1)}&date_to=${random.pick(days)}` : '');
  const filters = statuses.flatMap((status) =>
    categories.flatMap((category) =>
      priorities.flatMap((priority) =>
        sorts.map((sort) => `status=${status}&category=${category}&priority=${priority}&sort=${sort}`),
      ),
    ),
  );
  const paths = filters.flatMap((filter) => [
    `/tickets?limit=100&offset=${random.below(20_000)}&order=${order()}&${filter}${dates()}`,
    `/tickets?limit=1&offset=0&order=${order()}&${filter}&project_id=${project}${dates()}`,
  ]);
  const others = ['name', 'email', 'created_at', 'id'].flatMap((sort) => [
    `/users?limit=100&offset=${random.below(2_000)}&sort=${sort}&order=${order()}`,
    `/tickets?limit=100&offset=19900&sort=priority&order=${order()}&date_from=${days.at(-1)}`,
  ]);
  const requests = [...paths, ...others].map((path) => httpMessage({ method: 'GET', path, token: client.token }));
  return [{ kind: 'closed-loop', connections: scaled(24), requests }];
}

function slowReaders({ population: { largeReader }, scaled }: AttackContext): Traffic[] {
  const { token } = largeReader.client;
  const requests = ['/tickets?limit=100', '/tickets?limit=100&order=asc', '/tickets?limit=100&sort=id'].map((path) =>
    httpMessage({ method: 'GET', path, token }),
  );
  return [{ kind: 'pipelined', connections: scaled(100), requests, maxRequestsAhead: 20, readsAnswers: false }];
}

const uploadBytes = 4_000_000;

function stalledBodies({ population: { uploader, uploadTicket }, random, scaled }: AttackContext): Traffic[] {
  // It begins as a photo does, or it would be refused before it stalls.
  const boundary = 'neighbours-5f0c2b';
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.webp"\r\nContent-Type: image/webp\r\n\r\nRIFF0000WEBP`;
  const upload = httpMessage({
    method: 'POST',
    path: `/tickets/${uploadTicket}/photos`,
    token: uploader.token,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': String(uploadBytes) },
  });
  const logins = Array.from({ length: 60 }, () => {
    const headers = { 'content-length': '1000' };
    return `${httpMessage({ method: 'POST', path: '/auth/login', ip: `198.51.100.${1 + random.below(250)}`, headers })}{`;
  });
  return [
    { kind: 'stalled', connections: scaled(60), requests: [upload + part], bodyBytes: uploadBytes / 2, byteEveryMs: null },
    { kind: 'stalled', connections: scaled(60), requests: logins, bodyBytes: 0, byteEveryMs: 1_000 },
  ];
}
