import { setTimeout as sleep } from 'node:timers/promises';
import { serviceSettings } from '../testing/api-fixtures.ts';
import { type HttpRequest, type HttpResponse, inParallel, send, statusCounts } from '../testing/http-client.ts';
import { createDatabase, createDataDir } from '../testing/postgres.ts';
import { Random } from '../testing/seeded-random.ts';
import { type ServiceInstance, startInstances } from '../testing/service-instance.ts';
import { newCaller } from './lib/account-races.ts';
import { type Outcome, Problems, type Program, type Task } from './lib/program.ts';

/** A limit of docs/rules.md, Rate limits. */
interface Limit {
  name: string;
  max: number;
  /** milliseconds */
  windowMs: number;
  /** The n-th attempt of a subject: an address of a caller, or of a mailbox. */
  attempt: (subject: string, n: number) => HttpRequest;
}

const minuteMs = 60_000;
const post = (path: string, ip: string, body: object = {}): HttpRequest => ({ method: 'POST', path, ip, body });

// Attempts that are refused for another reason where that is possible: they are counted before.
const limits: Limit[] = [
  { name: 'login', max: 10, windowMs: minuteMs, attempt: (ip) => post('/auth/login', ip) },
  {
    name: 'refresh and logout',
    max: 30,
    windowMs: minuteMs,
    attempt: (ip, n) => ({ method: 'POST', path: n % 2 ? '/auth/refresh' : '/auth/logout', ip }),
  },
  { name: 'reset', max: 30, windowMs: minuteMs, attempt: (ip) => post('/auth/reset-password', ip) },
  { name: 'forgot-password by caller', max: 10, windowMs: minuteMs, attempt: (ip) => post('/auth/forgot-password', ip) },
  {
    name: 'forgot-password by address',
    max: 3,
    windowMs: 24 * 60 * minuteMs,
    // The same mailbox in other letters, asked for by others each time.
    attempt: (subject, n) => {
      const email = `u${subject}@example.com`;
      return post('/auth/forgot-password', newCaller(), { email: n % 2 ? email : email.toUpperCase() });
    },
  },
];

interface RateLimitTask extends Task {
  /** Requests of one subject at the same time. */
  concurrency: number;
  /** How long one subject gets requests without a pause, to check sliding windows; 0: not at all. */
  sustainedLoadMs: number;
}

export async function runRateLimitTest({
  rounds,
  seed,
  server,
  log,
  concurrency,
  sustainedLoadMs,
}: RateLimitTask): Promise<Outcome> {
  const problems = new Problems();
  const random = new Random(seed);
  const database = await createDatabase(server);
  const { dataDir, remove } = createDataDir();
  const instances = await startInstances(3, { ...serviceSettings, DATABASE_URL: database.url, DATA_DIR: dataDir });
  let requests = 0;
  const sendToNextInstance = (call: HttpRequest): Promise<HttpResponse> =>
    send(instances[requests++ % instances.length]?.url ?? '', call);
  try {
    const sustainedLoads =
      sustainedLoadMs > 0
        ? Promise.all(limits.map((limit) => runSustainedLoad(limit, sustainedLoadMs, instances, problems)))
        : undefined;
    for (let round = 1; round <= rounds; round++) {
      // Instances are restarted only once the sustained load has ended.
      const restarts = sustainedLoadMs === 0 || round > rounds / 2;
      if (restarts) await sustainedLoads;
      const subjects = limits.map((limit) => ({ limit, subject: newCaller() }));
      for (const { limit, subject } of subjects) {
        const replies = await inParallel(concurrency, (n) => sendToNextInstance(limit.attempt(subject, n)));
        check(problems, `round ${round}, ${limit.name}`, limit, replies, limit.max);
      }
      if (restarts) {
        // Counters survive the process, however it ends.
        const victim = random.pick(instances);
        await (random.chance(0.5) ? victim.kill() : victim.stop());
        await victim.start();
        for (const { limit, subject } of subjects) {
          const replies = await inParallel(8, (n) => send(victim.url, limit.attempt(subject, n)));
          check(problems, `round ${round}, ${limit.name} after a restart`, limit, replies, 0);
        }
      }
      if (round % 5 === 0) log(`${round} rounds, ${problems.all().length} problems`);
    }
    await sustainedLoads;
    const figure = `${rounds} rounds of ${concurrency} at once on each of ${limits.length} limits over 3 instances${sustainedLoadMs ? `, and ${sustainedLoadMs / 1000} s on one subject of each` : ''}: ${problems.all().length} times over the limit`;
    return { figure, problems: problems.all() };
  } finally {
    await Promise.all(instances.map((instance) => instance.stop()));
    await database.drop();
    remove();
  }
}

/** Exactly so many are let through, and who is not is told when to come again. */
function check(problems: Problems, what: string, limit: Limit, replies: HttpResponse[], admitted: number): void {
  const refused = replies.filter(({ status }) => status === 429);
  if (replies.length - refused.length !== admitted || replies.some(({ status }) => status >= 500)) {
    problems.add(`${what}: ${admitted} must pass, but ${statusCounts(replies)}`);
  }
  for (const { body, headers } of refused) {
    const wait = Number(headers['retry-after']);
    if (body.error !== 'too many attempts, try again later') problems.add(`${what}: ${JSON.stringify(body)}`);
    if (!(wait >= 1 && wait * 1000 <= limit.windowMs)) problems.add(`${what}: Retry-After ${headers['retry-after']}`);
  }
}

/** One subject for a long while: in no window may more pass than the limit, and after it some must. */
async function runSustainedLoad(
  limit: Limit,
  durationMs: number,
  instances: ServiceInstance[],
  problems: Problems,
): Promise<void> {
  const subject = newCaller();
  const passed: HttpResponse[] = [];
  const began = performance.now();
  for (let n = 0; performance.now() - began < durationMs; n++) {
    const replies = await inParallel(3, (i) => send(instances[i]?.url ?? '', limit.attempt(subject, n + i)));
    passed.push(...replies.filter(({ status }) => status !== 429));
    await sleep(100);
  }
  passed.sort((a, b) => a.received - b.received);
  for (const [i, last] of passed.entries()) {
    const first = passed[i - limit.max];
    // Sent after the one and answered before the other: surely within the window.
    if (first && last.received - first.sent < limit.windowMs) {
      problems.add(
        `sustained load on ${limit.name}: ${limit.max + 1} passed within ${Math.round(last.received - first.sent)} ms`,
      );
    }
  }
  const spans = Math.floor(durationMs / limit.windowMs);
  if (passed.length < (spans + 1) * limit.max)
    problems.add(`sustained load on ${limit.name}: only ${passed.length} passed in ${durationMs} ms`);
}

export const program: Program = {
  summary:
    'every rate limit, 200 at once over 3 instances, and one subject for two minutes: never more than the limit in any window',
  unit: '200 requests on each limit',
  rounds: 30,
  run: (task) => runRateLimitTest({ ...task, concurrency: 200, sustainedLoadMs: 130_000 }),
};
