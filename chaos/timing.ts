import { Agent } from 'node:http';
import { type HttpResponse, send, sendOk } from '../testing/http-client.ts';
import { createDataDir } from '../testing/postgres.ts';
import { Random } from '../testing/seeded-random.ts';
import { ServiceInstance } from '../testing/service-instance.ts';
import { startSmtpServer } from '../testing/smtp-server.ts';
import type { Outcome, Program } from './lib/program.ts';

// Whether the time of an answer tells if there is an account: the service as an operator runs it,
// on its embedded database, with passwords at their real cost; one request at a time.
// test/security/timing.test.ts says why known and unknown addresses cost the same.

const accounts = 200;
/** How far apart the medians of known and unknown may be, as a part of the larger one. */
const tolerance = 0.05;
const admin = { email: 'root@example.com', password: 'correct-horse-1' };
const oneByOne = new Agent({ keepAlive: true, maxSockets: 1 });

/** What the requests of one kind took, in milliseconds. */
type Times = Record<'known' | 'unknown', number[]>;

interface Comparison {
  what: string;
  requests: number;
  /** medians in milliseconds */
  known: number;
  unknown: number;
  /** the difference of the medians, as a part of the larger one */
  apart: number;
  /** the same of two halves of the known ones: what this machine makes of nothing */
  noise: number;
}

interface Timing extends Outcome {
  comparisons: Comparison[];
  verdict: string;
}

/**
 * One round asks once for each known and each unknown address, at login and at forgot-password.
 * A mailbox is told three times a day: of more than three rounds only the logins tell more.
 */
export async function timing({ rounds, seed }: { rounds: number; seed: number }): Promise<Timing> {
  const { dataDir, remove } = createDataDir();
  const smtp = await startSmtpServer();
  const service = await ServiceInstance.start({
    JWT_SECRET: 'a secret for timing, long enough',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    DATA_DIR: dataDir,
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(smtp.port),
  });
  const login = (email: string) => post(service.url, '/auth/login', { email, password: 'wrong-horse-1' });
  const forgot = (email: string) => post(service.url, '/auth/forgot-password', { email });
  try {
    await makeAccounts(service.url);
    const random = new Random(seed);
    const comparisons = [
      compared('login', await timesOf(rounds, random, 401, login)),
      compared('forgot-password', await timesOf(Math.min(rounds, 3), random, 200, forgot)),
    ];
    const problems = comparisons
      .filter(({ apart }) => apart > tolerance)
      .map(({ what, apart }) => `${what}: the medians are ${percent(apart)} apart`);
    const figure = comparisons.map(told).join('\n');
    return { comparisons, figure, problems, verdict: problems.length === 0 ? 'reached' : 'NOT reached' };
  } finally {
    await service.stop();
    await smtp.stop();
    oneByOne.destroy();
    remove();
  }
}

const knownAddress = (i: number): string => `known-${i}@example.com`;
const unknownAddress = (i: number, round: number): string => `kn${round}wn-${i}@example.com`; // as long as a known one

async function makeAccounts(url: string): Promise<void> {
  const { body } = await sendOk(url, { method: 'POST', path: '/auth/login', body: admin });
  for (let i = 0; i < accounts; i++) {
    const account = { email: knownAddress(i), name: `Known ${i}`, password: 'correct-horse-1', role: 'worker' };
    await sendOk(url, { method: 'POST', path: '/users', token: body.token, body: account });
  }
}

async function timesOf(
  rounds: number,
  random: Random,
  status: number,
  ask: (email: string) => Promise<HttpResponse>,
): Promise<Times> {
  const times: Times = { known: [], unknown: [] };
  for (let i = 0; i < 10; i++) await ask(`warm-up-${i}@example.com`);
  for (let round = 0; round < rounds; round++) {
    // Side by side, so that a machine that is busy for a while slows both down.
    const pairs = Array.from({ length: accounts }, (_, i) => [
      { kind: 'known' as const, email: knownAddress(i) },
      { kind: 'unknown' as const, email: unknownAddress(i, round) },
    ]);
    for (const { kind, email } of shuffled(pairs, random).flatMap((pair) => shuffled(pair, random))) {
      const reply = await ask(email);
      if (reply.status !== status) throw new Error(`${email}: ${reply.status} ${JSON.stringify(reply.body)}`);
      times[kind].push(reply.received - reply.sent);
    }
  }
  return times;
}

let callers = 0;

/** From another address each time, as a proxy would tell: the limits per address have their own program. */
function post(url: string, path: string, body: object): Promise<HttpResponse> {
  callers++;
  const ip = `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`;
  return send(url, { method: 'POST', path, body, ip }, oneByOne);
}

function shuffled<T>(items: T[], random: Random): T[] {
  return items
    .map((item) => ({ item, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

function compared(what: string, times: Times): Comparison {
  const [known, unknown] = [median(times.known), median(times.unknown)];
  const half = (rest: number): number => median(times.known.filter((_, i) => i % 2 === rest));
  const requests = times.known.length + times.unknown.length;
  return { what, requests, known, unknown, apart: apartness(known, unknown), noise: apartness(half(0), half(1)) };
}

const apartness = (a: number, b: number): number => Math.abs(a - b) / Math.max(a, b);

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

const percent = (part: number): string => `${(part * 100).toFixed(1)} %`;

function told({ what, requests, known, unknown, apart, noise }: Comparison): string {
  const [a, b] = [known, unknown].map((ms) => `${ms.toFixed(2)} ms`);
  return `${what}: ${requests} requests, medians ${a} known and ${b} unknown, ${percent(apart)} apart (two halves of the known ones: ${percent(noise)})`;
}

export const program: Program = {
  summary: 'logins and forgotten passwords of 200 known and 200 unknown addresses: medians within 5 %',
  unit: 'one request for each address and operation',
  rounds: 3,
  run: timing,
};
