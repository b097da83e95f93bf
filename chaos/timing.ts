import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Running, spawnService } from '../test/support/service.ts';
import { startSmtp } from '../test/support/smtp.ts';
import type { Program } from './parts/outcome.ts';

// Whether the time of an answer tells if there is an account: the service as an operator runs it,
// passwords at their real cost, 200 known addresses and 200 unknown ones in random order, one
// request at a time. test/security/timing.test.ts says why the two do the same.

const accounts = 200;
/** How far apart the medians of known and unknown may be, as a part of the larger one. */
const tolerance = 0.05;
const admin = { email: 'root@example.com', password: 'correct-horse-1' };
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

interface Comparison {
  what: string;
  requests: number;
  /** milliseconds */
  known: number;
  unknown: number;
  /** the difference of the medians, as a part of the larger one */
  apart: number;
  /** the same of two halves of the known ones: what this machine makes of nothing */
  noise: number;
}

interface Timing {
  comparisons: Comparison[];
  figure: string;
  problems: string[];
  verdict: string;
}

/**
 * One round asks once for each known and each unknown address, at login and at forgot-password.
 * A mailbox is told three times a day: of more than three rounds only the logins tell more.
 */
async function timing({ rounds, seed }: { rounds: number; seed: number }): Promise<Timing> {
  const dataDir = mkdtempSync(join(tmpdir(), 'callout-timing-'));
  chmodSync(dataDir, 0o711); // the embedded server may run as another user
  const smtp = await startSmtp();
  const service = await start({ DATA_DIR: dataDir, SMTP_HOST: '127.0.0.1', SMTP_PORT: String(smtp.port) });
  try {
    await makeAccounts(service.url);
    const random = generator(seed);
    const comparisons = [
      await compare('login', rounds, random, (email) => login(service.url, email, 'wrong-horse-1'), 401),
      await compare('forgot-password', rounds, random, (email) => forgot(service.url, email), 200),
    ];
    const problems = comparisons
      .filter(({ apart }) => apart > tolerance)
      .map(({ what, apart }) => `${what}: the medians are ${percent(apart)} apart`);
    const figure = comparisons.map(describe).join('\n');
    return { comparisons, figure, problems, verdict: problems.length === 0 ? 'reached' : 'NOT reached' };
  } finally {
    service.child.kill('SIGTERM');
    await service.ended;
    await smtp.stop();
    agent.destroy();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function start(env: Record<string, string>): Promise<Running> {
  const service = await spawnService({
    env: { JWT_SECRET: 'a secret for timing, long enough', ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, ...env },
  });
  for (let attempt = 0; attempt < 3_000; attempt++) {
    if (service.child.exitCode !== null) throw new Error(`the service ended: ${service.output()}`);
    const { status } = await post(service.url, '/auth/logout', {}).catch(() => ({ status: 0 }));
    if (status === 200 || status === 429) return service;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no answer: ${service.output()}`);
}

const knownAddress = (i: number): string => `known-${i}@example.com`;
const unknownAddress = (i: number, round: number): string => `kn${round}wn-${i}@example.com`; // as long as a known one

async function makeAccounts(url: string): Promise<void> {
  const { status, body } = await login(url, admin.email, admin.password);
  if (status !== 200) throw new Error(`the admin cannot sign in: ${body}`);
  const { token } = JSON.parse(body) as { token: string };
  for (let i = 0; i < accounts; i++) {
    const account = { email: knownAddress(i), name: `Known ${i}`, password: 'correct-horse-1', role: 'worker' };
    const made = await post(url, '/users', account, token);
    if (made.status !== 201) throw new Error(`an account could not be made: ${made.status} ${made.body}`);
  }
}

async function compare(
  what: string,
  rounds: number,
  random: () => number,
  ask: (email: string) => Promise<Answer>,
  status: number,
): Promise<Comparison> {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (let i = 0; i < 10; i++) await ask(`warm-up-${i}@example.com`);
  for (let round = 0; round < rounds; round++) {
    // Side by side, so that a machine that is busy for a while slows both down.
    const pairs = Array.from({ length: accounts }, (_, i) => [
      { kind: 'known' as const, email: knownAddress(i) },
      { kind: 'unknown' as const, email: unknownAddress(i, round) },
    ]);
    for (const { kind, email } of shuffled(pairs, random).flatMap((pair) => shuffled(pair, random))) {
      const answer = await ask(email);
      // Beyond three the answer is another one, for both alike.
      const wanted = what === 'login' || round < 3 ? status : 429;
      if (kind === 'known' && answer.status !== wanted) throw new Error(`${what} of ${email}: ${answer.status} ${answer.body}`);
      if (answer.status === status) times[kind].push(answer.ms);
    }
  }
  const [known, unknown] = [median(times.known), median(times.unknown)];
  const [even, odd] = [0, 1].map((rest) => median(times.known.filter((_, i) => i % 2 === rest)));
  return {
    what,
    requests: times.known.length + times.unknown.length,
    known,
    unknown,
    apart: apartness(known, unknown),
    noise: apartness(even ?? Number.NaN, odd ?? Number.NaN),
  };
}

const apartness = (a: number, b: number): number => Math.abs(a - b) / Math.max(a, b);

interface Answer {
  status: number;
  body: string;
  ms: number;
}

const login = (url: string, email: string, password: string) => post(url, '/auth/login', { email, password });
const forgot = (url: string, email: string) => post(url, '/auth/forgot-password', { email });

let callers = 0;

/** From another address each time, as a proxy would tell: the limits per address are not looked at here. */
function post(url: string, path: string, body: object, token?: string): Promise<Answer> {
  callers++;
  const ip = `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`;
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = {
    'x-forwarded-for': ip,
    'content-length': bytes.length,
    ...(token && { authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const outgoing = request(`${url}${path}`, { method: 'POST', agent, headers }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const ms = performance.now() - began;
        resolve({ status: incoming.statusCode ?? 0, body: Buffer.concat(chunks).toString(), ms });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(bytes);
  });
}

/** A repeatable sequence in [0, 1) (mulberry32). */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function shuffled<T>(items: T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

const percent = (part: number): string => `${(part * 100).toFixed(1)} %`;

function describe({ what, requests, known, unknown, apart, noise }: Comparison): string {
  const [a, b] = [known, unknown].map((ms) => `${ms.toFixed(2)} ms`);
  return (
    `${what}: ${requests} requests, medians ${a} known and ${b} unknown, ${percent(apart)} apart ` +
    `(two halves of the known ones: ${percent(noise)})`
  );
}

export const program: Program = {
  summary: 'known and unknown addresses at login and forgot-password: the times of the answers do not tell them apart',
  unit: '200 known and 200 unknown addresses at each',
  rounds: 1,
  run: timing,
};
