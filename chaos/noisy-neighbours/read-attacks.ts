import sharp from 'sharp';
import { photoForm } from '../../testing/api-fixtures.ts';
import { inBatches, sendOk } from '../../testing/http-client.ts';
import { getMessage, httpMessage } from './http-message.ts';
import { closedLoop, type Traffic } from './load.ts';
import { type AttackContext, addComments, addPlaces, addRounds, addStrangers, addTickets, type Crowd } from './seed.ts';

// Reads that take long, by the accounts of one tenant.

export async function longJournals(context: AttackContext, { client, workers, tickets }: Crowd): Promise<Traffic[]> {
  for (const ticket of tickets.slice(0, 4)) await addRounds(context, ticket, context.scaled(1_700));
  const chains = (token: string): string[] =>
    tickets.slice(0, 4).map((ticket) => getMessage(`/ext/tickets/${ticket}/chain?limit=1`, token));
  return [
    closedLoop(context.scaled(20), chains(client.token)),
    closedLoop(
      context.scaled(10),
      workers.slice(0, 4).flatMap(({ token }, i) => chains(token)[i] ?? []),
    ),
  ];
}

export async function exportsOfMany(context: AttackContext, crowd: Crowd): Promise<Traffic[]> {
  const { scaled } = context;
  await addTickets(context, crowd, scaled(20_000), 1_000);
  const requests = crowd.accounts.flatMap(({ token }) =>
    ['csv', 'xlsx'].map((format) => getMessage(`/ext/tickets.${format}?timezone=UTC`, token, { connection: 'close' })),
  );
  return [closedLoop(scaled(100), requests, 2_000), closedLoop(scaled(50), requests)];
}

export async function expensiveReports(context: AttackContext, crowd: Crowd): Promise<Traffic[]> {
  await addComments(context, crowd, 10);
  const requests = crowd.workers.map(({ token }, i) =>
    getMessage(`/ext/tickets/${crowd.tickets[i]}/report.pdf?timezone=UTC`, token),
  );
  return [closedLoop(context.scaled(100), requests)];
}

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

export async function searches(context: AttackContext, crowd: Crowd): Promise<Traffic[]> {
  const { scaled } = context;
  await addPlaces(context, crowd, scaled(1_200), scaled(200));
  await addStrangers(context, scaled(2_000));
  await addTickets(context, crowd, scaled(5_000), 1_000);
  const lists = [
    '/ext/objects?limit=100',
    '/ext/objects?limit=100&sort=name&order=desc',
    '/ext/projects?limit=100',
    '/users?limit=100',
  ];
  const ofClient = queries.flatMap((q) => lists.map((list) => getMessage(`${list}&q=${q}`, crowd.client.token)));
  const ofAll = crowd.accounts.flatMap(({ token }) => queries.map((q) => getMessage(`/ext/tickets?limit=100&q=${q}`, token)));
  return [closedLoop(scaled(12), ofClient), closedLoop(scaled(50), ofAll)];
}

const statuses = ['', 'new', 'assigned', 'done', 'closed'];
const categories = ['', 'electric', 'plumbing', 'other'];
const priorities = ['', 'low', 'high'];
const sorts = ['created_at', 'priority', 'id'];
const dayMs = 86_400_000;

export async function deepPages(context: AttackContext, crowd: Crowd): Promise<Traffic[]> {
  const { scaled, random } = context;
  const rows = scaled(20_000);
  await addTickets(context, crowd, rows, 300);
  await addStrangers(context, scaled(2_000));
  const { client, project, accounts } = crowd;
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
    `/tickets?limit=100&offset=${random.below(rows)}&order=${order()}&${filter}${dates()}`,
    `/tickets?limit=1&offset=0&order=${order()}&${filter}&project_id=${project}${dates()}`,
  ]);
  const ofClient = ['name', 'email', 'created_at', 'id'].flatMap((sort) => [
    `/users?limit=100&offset=${random.below(scaled(2_000))}&sort=${sort}&order=${order()}`,
    `/tickets?limit=100&offset=${rows - 100}&sort=priority&order=${order()}&date_from=${days.at(-1)}`,
    `/ext/stats?from=2020-01-01T00:00:00Z&group=month&timezone=Asia/Kathmandu`,
    '/ext/workload',
  ]);
  return [
    closedLoop(
      scaled(50),
      paths.map((path) => getMessage(path, random.pick(accounts).token)),
    ),
    closedLoop(
      scaled(24),
      [...ofClient, ...paths].map((path) => getMessage(path, client.token)),
    ),
  ];
}

/** Photos that take seconds to decode, each of which is read in its small version for the first time. */
export async function largePhotos({ base, scaled }: AttackContext, { workers, tickets }: Crowd): Promise<Traffic[]> {
  const side = scaled(7_900);
  const bytes = await sharp({ create: { width: side, height: side, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  const requests: string[] = [];
  await inBatches(workers.length, async (i) => {
    const call = { path: `/tickets/${tickets[i]}/photos`, token: workers[i]?.token ?? '' };
    for (let photo = 0; photo < 5; photo++) await sendOk(base, { ...call, method: 'POST', ...photoForm(bytes) });
    const { body } = await sendOk(base, { ...call, method: 'GET', path: `/ext/tickets/${tickets[i]}/thumbs` });
    for (const { url } of body.items) requests.push(new URL(url).pathname + new URL(url).search);
  });
  const ip = (i: number): string => `10.1.${i >> 8}.${i & 255}`;
  return [
    closedLoop(
      scaled(50),
      requests.map((path, i) => httpMessage({ method: 'GET', path, ip: ip(i) })),
    ),
  ];
}

export async function slowReaders(context: AttackContext, crowd: Crowd): Promise<Traffic[]> {
  await addTickets(context, crowd, 200, 4_000);
  const requests = crowd.accounts.flatMap(({ token }) =>
    ['/tickets?limit=100', '/tickets?limit=100&order=asc', '/tickets?limit=100&sort=id'].map((path) => getMessage(path, token)),
  );
  return [{ kind: 'pipelined', connections: context.scaled(100), requests, maxRequestsAhead: 20, readsAnswers: false }];
}
