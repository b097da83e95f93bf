import { password } from '../../testing/api-fixtures.ts';
import { inBatches, sendOk } from '../../testing/http-client.ts';
import { stalledLogins } from './anonymous-attacks.ts';
import { csvMessage, getMessage, httpMessage, jsonMessage } from './http-message.ts';
import { type AttackReport, closedLoop, sequencePlaceholder, type Traffic } from './load.ts';
import { type AttackContext, addRounds, addTickets, assignTickets, type Crowd } from './seed.ts';

// Writes, bodies and connections that take long, by the accounts of one tenant.

const newTicket = ({ client, objects }: Crowd): string =>
  jsonMessage('POST', '/tickets', client.token, { category: 'other', description: 'The door is stuck', object_id: objects[0] });

const maxFileBytes = 1024 * 1024;

export function hostileFiles({ scaled }: AttackContext, { client: { token } }: Crowd): Traffic[] {
  const fill = (beginning: string, rest: string): string =>
    beginning + rest.repeat(Math.floor((maxFileBytes - beginning.length) / rest.length));
  const files = [
    fill('name,email\n', '\n'),
    fill('name,email\n', 'a\n'),
    fill('name,email\n', '"a",b,c\r\n'),
    fill('name,email\n', ','),
    fill('', ';\n'),
    fill('name,email\n', '"'),
  ];
  const paths = ['/ext/import/workers?dry_run=true', '/ext/import/objects?dry_run=true'];
  return [
    closedLoop(
      scaled(10),
      files.flatMap((file) => paths.map((path) => csvMessage(path, token, file))),
    ),
  ];
}

export async function changedTargets(context: AttackContext, { client: { token }, project, tickets }: Crowd): Promise<Traffic[]> {
  for (const ticket of tickets) await addRounds(context, ticket, context.scaled(80));
  const targets = (minutes: number): string => {
    const each = { low: minutes, normal: minutes, high: minutes };
    return jsonMessage('PUT', `/ext/projects/${project}/targets`, token, {
      timezone: 'Europe/Berlin',
      working_hours: { mon: ['08:00', '08:01'] },
      take_within_minutes: each,
      finish_within_minutes: each,
    });
  };
  return [closedLoop(context.scaled(4), [targets(525_600), targets(525_599)])];
}

const uploadBytes = 4_000_000;

export function slowUploads({ scaled }: AttackContext, { workers, tickets }: Crowd): Traffic[] {
  // It begins as a photo does, or it would be refused before it stalls.
  const boundary = 'neighbours-5f0c2b';
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.webp"\r\nContent-Type: image/webp\r\n\r\nRIFF0000WEBP`;
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': String(uploadBytes) };
  const requests = workers.map(
    ({ token }, i) => httpMessage({ method: 'POST', path: `/tickets/${tickets[i]}/photos`, token, headers }) + part,
  );
  const stalled = { kind: 'stalled', connections: scaled(130), requests } as const;
  return [
    { ...stalled, bodyBytes: 100_000 },
    { ...stalled, bodyBytes: 0, trickle: { bytes: 1, everyMs: 2_000 } },
    { ...stalled, bodyBytes: 0, trickle: { bytes: 8_000, everyMs: 1_000 } },
  ];
}

export function manyEvents({ scaled }: AttackContext, crowd: Crowd): Traffic[] {
  const comments = crowd.workers.map(({ token }, i) =>
    jsonMessage('POST', `/ext/tickets/${crowd.tickets[i]}/comments`, token, { text: 'Which door is it?' }),
  );
  return [closedLoop(scaled(8), [newTicket(crowd)]), closedLoop(scaled(4), comments), closedLoop(scaled(8), reworks(crowd))];
}

/** Work that is done, sent back and started again; each connection goes through the tickets in this order. */
const reworks = ({ client, workers, tickets }: Crowd): string[] =>
  workers.flatMap(({ token }, i) => [
    httpMessage({ method: 'PATCH', path: `/tickets/${tickets[i]}/done`, token }),
    jsonMessage('PATCH', `/tickets/${tickets[i]}/reject`, client.token, { reason: 'The door is still stuck' }),
    httpMessage({ method: 'PATCH', path: `/tickets/${tickets[i]}/start`, token }),
  ]);

const addressesPerFile = 99;
/** Ten times as many as the accounts that a client may create in an hour. */
const maxAddresses = 1_000;

export function addressesOfOthers({ scaled, tenantEmail }: AttackContext, { client: { token, email } }: Crowd): Traffic[] {
  const guesses = Array.from({ length: addressesPerFile - 1 }, (_, i) => `guess-${sequencePlaceholder}-${i}@example.com`);
  const rows = [email, tenantEmail, ...guesses].map((address) => `Somebody,${address}`);
  return [closedLoop(scaled(4), [csvMessage('/ext/import/workers?dry_run=true', token, ['name,email', ...rows].join('\n'))])];
}

export async function answeredAddresses(_: AttackContext, { outcomes }: AttackReport): Promise<string | undefined> {
  const n = ((outcomes['200'] ?? 0) + (outcomes['400'] ?? 0)) * addressesPerFile;
  return n > maxAddresses ? `a client was told of ${n} addresses whether they have an account` : undefined;
}

export function liveStreams({ scaled }: AttackContext, crowd: Crowd): Traffic[] {
  const streams = crowd.accounts.map(({ token }) => getMessage('/ext/live', token));
  return [closedLoop(scaled(500), streams), closedLoop(scaled(4), reworks(crowd)), closedLoop(scaled(2), [newTicket(crowd)])];
}

export async function handovers(context: AttackContext, crowd: Crowd): Promise<Traffic[]> {
  const [one, other = one] = crowd.workers;
  if (!one || !other) throw new Error('a handover needs two workers');
  await addTickets(context, crowd, context.scaled(10_000), 300);
  await assignTickets(context, crowd, one);
  const handOver = (from: string, to: string, query = ''): string =>
    jsonMessage('POST', `/ext/workers/${from}/handover${query}`, crowd.client.token, { to_worker_id: to });
  const requests = [handOver(one.id, other.id), handOver(other.id, one.id), handOver(one.id, other.id, '?dry_run=true')];
  return [closedLoop(context.scaled(8), requests)];
}

export async function hangingReceiver({ base, scaled, receiverUrl }: AttackContext, crowd: Crowd): Promise<Traffic[]> {
  const { token } = crowd.client;
  const body = { url: receiverUrl, events: ['ticket_created', 'ticket_started', 'ticket_done', 'ticket_rejected'] };
  await inBatches(scaled(20), () => sendOk(base, { method: 'POST', path: '/ext/webhooks', token, body }));
  return [closedLoop(scaled(4), [newTicket(crowd)]), closedLoop(scaled(8), reworks(crowd))];
}

/** From so many networks that no limit by network is met. */
export function signIns({ scaled, random }: AttackContext, { accounts }: Crowd): Traffic[] {
  const network = (): string => `10.${random.below(256)}.${random.below(256)}.${1 + random.below(254)}`;
  const requests = Array.from({ length: 3_000 }, (_, i) => {
    const body = JSON.stringify({ email: accounts[i % accounts.length]?.email, password });
    return httpMessage({ method: 'POST', path: '/auth/login', ip: network(), body });
  });
  return [closedLoop(scaled(50), requests)];
}

export function stalledBodies(context: AttackContext, { client, workers, tickets }: Crowd): Traffic[] {
  const { scaled } = context;
  const headers = { 'content-length': '1000' };
  const paths = [
    ...Array(4).fill({ path: '/tickets', token: client.token }),
    ...workers.map(({ token }, i) => ({ path: `/ext/tickets/${tickets[i]}/comments`, token })),
  ];
  const requests = paths.map((each) => `${httpMessage({ method: 'POST', ...each, headers })}{`);
  const stalled = { kind: 'stalled', bodyBytes: 0, trickle: { bytes: 1, everyMs: 1_000 } } as const;
  return [
    { ...stalled, connections: scaled(400), requests },
    { ...stalled, connections: scaled(60), requests: stalledLogins(context) },
  ];
}

const maxRows = 2_000;

export async function largeImports({ scaled }: AttackContext, { client: { token } }: Crowd): Promise<Traffic[]> {
  const rows = Array.from({ length: scaled(maxRows) }, (_, i) => `Tower,Room ${sequencePlaceholder} ${i},Harbour street ${i}`);
  return [
    closedLoop(scaled(10), [csvMessage('/ext/import/objects?dry_run=true', token, ['project,name,address', ...rows].join('\n'))]),
  ];
}
