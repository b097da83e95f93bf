import { httpMessage } from './http-message.ts';
import { closedLoop, sequencePlaceholder, type Traffic } from './load.ts';
import type { AttackContext } from './seed.ts';

// What anybody can do who has no account.

const post = (path: string, ip: string, body?: string): string =>
  httpMessage({ method: 'POST', path, ip, ...(body !== undefined && { body }) });
const get = (path: string, ip: string, headers: Record<string, string> = {}): string =>
  httpMessage({ method: 'GET', path, ip, headers });
const addresses = Array.from({ length: 300 }, (_, i) => `203.0.${112 + (i >> 8)}.${i & 255}`);

/** One request after the other on each connection: limited routes, unknown paths, pages, files. */
export function anonymousFlood({ random, scaled }: AttackContext): Traffic[] {
  const requests = addresses.flatMap((ip) => [
    post('/auth/logout', ip),
    post('/auth/login', ip, '{"email": "nobody@example.com", "password": 17}'),
    post('/auth/login', ip, `{"email": "${'x'.repeat(2_000)}`),
    get(`/nowhere/${random.below(1_000_000)}`, ip),
    get('/app/', ip, { accept: 'text/html' }),
    get('/health', ip),
    get(`/files/${1 + random.below(1_000)}?expires=4102444800&signature=${'0'.repeat(64)}`, ip),
  ]);
  return [closedLoop(scaled(300), requests)];
}

/** About 500 KB on each connection: more would be a test of the system's buffers. */
const manyAhead = 5_000;

/** Many requests ahead of their answers: with callers who read the answers, and with callers who do not. */
export function pipelinedFlood({ scaled }: AttackContext): Traffic[] {
  const requests = addresses.flatMap((ip) => [
    post('/auth/logout', ip),
    post('/auth/refresh', ip),
    post('/auth/logout', ip),
    post('/auth/login', ip, '{}'),
    get('/nowhere', ip),
  ]);
  const kind = 'pipelined';
  return [
    { kind, connections: scaled(120), requests, maxRequestsAhead: 50, readsAnswers: true },
    { kind, connections: scaled(60), requests, maxRequestsAhead: manyAhead, readsAnswers: true },
    { kind, connections: scaled(60), requests, maxRequestsAhead: manyAhead, readsAnswers: false },
  ];
}

const hex = (n: number): string => n.toString(16);

/** Logins from many addresses whose callers do not wait for the answer, also with the e-mail address of somebody else. */
export function hangUps({ tenantEmail, random, scaled }: AttackContext): Traffic[] {
  const login = (i: number, ip: string): string => {
    const email = i % 2 === 0 ? tenantEmail : `nobody${i}@example.com`;
    return post('/auth/login', ip, JSON.stringify({ email, password: `wrong-password-${i}` }));
  };
  const callers = [
    () => `2001:db8:a:1::${hex(1 + random.below(65_535))}`,
    () => `2001:db8:b:${hex(random.below(65_536))}::1`,
    () => `10.${random.below(256)}.${random.below(256)}.${1 + random.below(254)}`,
  ];
  const requests = Array.from({ length: 6_000 }, (_, i) => login(i, callers[i % callers.length]?.() ?? ''));
  return [{ kind: 'hang-up', connectionsPerSecond: scaled(120), hangUpAfterMs: 60, requests }];
}

/** Each request has a key of its own, so that an answer that is kept would be kept for each. */
export function manyChallenges({ scaled }: AttackContext): Traffic[] {
  const headers = { 'idempotency-key': `key-${sequencePlaceholder}` };
  const requests = addresses
    .slice(0, 10)
    .map((ip) => httpMessage({ method: 'POST', path: '/ext/passkey/challenge', ip, headers }));
  return [closedLoop(scaled(20), requests)];
}

/** @returns how many answers to them were kept, if any: no other request of an attack or the tenant has a key */
export async function storedAnswers({ db }: AttackContext): Promise<string | undefined> {
  const { rows } = await db.query<{ n: string }>('select count(*) as n from idempotency_keys');
  const n = Number(rows[0]?.n);
  return n > 0 ? `${n} answers to callers without an account were stored` : undefined;
}

/** Logins whose body does not end. */
export const stalledLogins = ({ random }: AttackContext): string[] =>
  Array.from({ length: 60 }, () => {
    const headers = { 'content-length': '1000' };
    return `${httpMessage({ method: 'POST', path: '/auth/login', ip: `198.51.100.${1 + random.below(250)}`, headers })}{`;
  });
