import { setTimeout as sleep } from 'node:timers/promises';
import { type HttpRequest, type HttpResponse, inParallel, send, statusCounts } from '../testing/http-client.ts';
import { newCaller } from './lib/callers.ts';
import { Deployment } from './lib/deployment.ts';
import type { Program } from './lib/program.ts';

/** A limit of docs/rules.md, Rate limits. */
interface Limit {
  name: string;
  max: number;
  windowMs: number;
  /** The n-th attempt of a subject: an address of a caller, or of a mailbox. */
  attempt: (subject: string, n: number) => HttpRequest;
}

const minuteMs = 60_000;
const post = (path: string, ip: string, body: object = {}): HttpRequest => ({ method: 'POST', path, ip, body });
/** The same mailbox in other letters, asked for by others each time. */
const mailbox = (subject: string, n: number): HttpRequest => {
  const email = `u${subject}@example.com`;
  return post('/auth/forgot-password', newCaller(), { email: n % 2 ? email : email.toUpperCase() });
};

// Attempts that are refused for another reason where that is possible: they are counted before.
const limits: Limit[] = [
  { name: 'login', max: 10, windowMs: minuteMs, attempt: (ip) => post('/auth/login', ip) },
  {
    name: 'refresh and logout',
    max: 30,
    windowMs: minuteMs,
    attempt: (ip, n) => post(n % 2 ? '/auth/refresh' : '/auth/logout', ip),
  },
  { name: 'reset', max: 30, windowMs: minuteMs, attempt: (ip) => post('/auth/reset-password', ip) },
  { name: 'forgot-password by caller', max: 10, windowMs: minuteMs, attempt: (ip) => post('/auth/forgot-password', ip) },
  { name: 'forgot-password by address', max: 3, windowMs: 24 * 60 * minuteMs, attempt: mailbox },
];
const sustainedLoadMs = 130_000;
/** Attempts of one subject at the same time. */
const concurrency = 200;

/** So many attempts of a subject at once: exactly so many are let through, and who is not is told when to come again. */
async function check(deployment: Deployment, what: string, limit: Limit, subject: string, attempts: number, admitted: number) {
  const replies = await inParallel(attempts, (n) => send(deployment.base(), limit.attempt(subject, n)));
  const refused = replies.filter(({ status }) => status === 429);
  if (replies.length - refused.length !== admitted || replies.some(({ status }) => status >= 500))
    deployment.report(`${what}: ${admitted} must pass, but ${statusCounts(replies)}`);
  for (const { body, headers } of refused) {
    const wait = Number(headers['retry-after']);
    const isRight = body.error === 'too many attempts, try again later' && wait >= 1 && wait * 1_000 <= limit.windowMs;
    if (!isRight) deployment.report(`${what}: Retry-After ${headers['retry-after']}, ${JSON.stringify(body)}`);
  }
}

/** One subject for a long while: in no window may more pass than the limit, and after it some must. */
async function runSustainedLoad({ instances, report }: Deployment, limit: Limit): Promise<void> {
  const { name, max, windowMs } = limit;
  const subject = newCaller();
  const passed: HttpResponse[] = [];
  const began = performance.now();
  for (let n = 0; performance.now() - began < sustainedLoadMs; n++) {
    const replies = await Promise.all(instances.map(({ url }, i) => send(url, limit.attempt(subject, n + i))));
    passed.push(...replies.filter(({ status }) => status !== 429));
    await sleep(100);
  }
  passed.sort((a, b) => a.received - b.received);
  for (const [i, last] of passed.entries()) {
    // Sent after the one and answered before the other: surely within the window.
    const tookMs = last.received - (passed[i - max]?.sent ?? Number.NEGATIVE_INFINITY);
    if (tookMs < windowMs) report(`sustained load on ${name}: ${max + 1} passed within ${Math.round(tookMs)} ms`);
  }
  const expected = (Math.floor(sustainedLoadMs / windowMs) + 1) * max;
  if (passed.length < expected) report(`sustained load on ${name}: only ${passed.length} of ${expected} passed`);
}

export const program: Program = {
  summary:
    'every rate limit, 200 at once over 3 instances, and one subject for two minutes: never more than the limit in any window',
  unit: '200 requests on each limit',
  rounds: 30,
  run: (task) =>
    Deployment.run(task, { instances: 3 }, async (deployment) => {
      const { random, instances, problems } = deployment;
      const sustained = limits.map((limit) => runSustainedLoad(deployment, limit));
      for (let round = 1; round <= task.rounds; round++) {
        // Instances are restarted only once the sustained load has ended.
        const restarts = round > task.rounds / 2;
        if (restarts) await Promise.all(sustained);
        const subjects = limits.map((limit) => ({ limit, subject: newCaller() }));
        for (const { limit, subject } of subjects)
          await check(deployment, `round ${round}, ${limit.name}`, limit, subject, concurrency, limit.max);
        if (!restarts) continue;
        // Counters survive the process, however it ends.
        const victim = random.pick(instances);
        await (random.chance(0.5) ? victim.kill() : victim.stop());
        await victim.start();
        for (const { limit, subject } of subjects) await check(deployment, `${limit.name} after a restart`, limit, subject, 8, 0);
        task.log(`${round} rounds, ${problems.count} problems`);
      }
      const load = `${task.rounds} rounds of ${concurrency} at once on each of ${limits.length} limits over 3 instances`;
      return `${load}, and ${sustainedLoadMs / 1_000} s on one subject of each`;
    }),
};
