import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type ApiUser, createProjectFixture, createUser, serviceSettings, signInAdmin } from '../testing/api-fixtures.ts';
import { FaultProxy } from '../testing/fault-proxy.ts';
import { type HttpResponse, NoResponseError, send } from '../testing/http-client.ts';
import { photoViolations, violations } from '../testing/invariants.ts';
import {
  connectPostgres,
  createDatabase,
  createDataDir,
  type PostgresServer,
  startNewestInstalledPostgres,
} from '../testing/postgres.ts';
import { Random } from '../testing/seeded-random.ts';
import { ServiceInstance } from '../testing/service-instance.ts';
import { UnknownOutcome } from './lib/checked-request.ts';
import { ExpectedState } from './lib/expected-state.ts';
import { type Outcome, Problems, type Program } from './lib/program.ts';
import { WorkloadClient } from './lib/workload-client.ts';

/** A way to lose the database, and how it comes back. */
interface Outage {
  name: string;
  start(): Promise<void> | void;
  restore(): Promise<void> | void;
}

interface ConnectionLossTask {
  server: Pick<PostgresServer, 'url'>;
  rounds: number;
  seed: number;
  outages: (proxy: FaultProxy) => Outage[];
  /** Milliseconds without a database, at most. */
  maxOutageMs: number;
  log: (line: string) => void;
}

/** Longest time that an answer may take without a database: the timeout of answers (docs/rules.md, Timeouts). */
const maxResponseMs = 60_000;
/** How soon all must be well again, in milliseconds. */
const maxRecoveryMs = 10_000;

/** Takes the database away under load and gives it back: answers stay honest and nothing is lost. */
export async function runConnectionLossTest({
  server,
  rounds,
  seed,
  outages,
  maxOutageMs,
  log,
}: ConnectionLossTask): Promise<Outcome> {
  const problems = new Problems();
  const random = new Random(seed);
  const expected = new ExpectedState();
  const database = await createDatabase(server);
  const proxy = await FaultProxy.start(database.url);
  const { dataDir, remove } = createDataDir();
  const service = await ServiceInstance.start({ ...serviceSettings, DATABASE_URL: proxy.url, DATA_DIR: dataDir });
  let slowestAnswer = 0;
  let slowestRecovery = 0;
  let n = 0;
  try {
    const root = await signInAdmin(service.url);
    const workloads = await createWorkloadClients(service.url, root, expected, random, problems);
    for (let round = 1; round <= rounds; round++) {
      for (const outage of outages(proxy)) {
        n++;
        let over = false;
        const work = Promise.all(workloads.map((workload) => runUntilOutcomeUnknown(workload, () => over)));
        await sleep(random.between(50, 400));
        await outage.start();
        const took = await checkResponses(
          service,
          root,
          random.between(200, maxOutageMs),
          problems,
          `${outage.name}, round ${round}`,
        );
        slowestAnswer = Math.max(slowestAnswer, took);
        await outage.restore();
        slowestRecovery = Math.max(slowestRecovery, await waitForRecovery(service, root, problems, outage.name));
        over = true;
        await work;
        const db = await connectPostgres(database.url);
        for (const problem of await findViolations(db, expected, dataDir))
          problems.add(`${outage.name}, round ${round}: ${problem}`);
        await db.end();
        for (const workload of workloads) workload.adoptExpectedState();
      }
      log(`${round} rounds, ${expected.acknowledged} writes acknowledged, ${problems.all().length} problems`);
    }
    if (!service.isAlive) problems.add(`the service has ended: ${service.output}`);
    const figure = `${n} losses of the database, ${expected.acknowledged} acknowledged writes: ${problems.all().length} lost, hanging or dishonest; slowest answer without a database ${Math.round(slowestAnswer)} ms, slowest recovery ${Math.round(slowestRecovery)} ms`;
    return { figure, problems: problems.all() };
  } finally {
    proxy.close();
    await service.stop();
    await database.drop();
    remove();
  }
}

async function createWorkloadClients(
  base: string,
  root: ApiUser,
  expected: ExpectedState,
  random: Random,
  problems: Problems,
): Promise<WorkloadClient[]> {
  const fixture = await createProjectFixture(base, root, 2);
  const workloads: WorkloadClient[] = [];
  for (const worker of [...fixture.workers, ...fixture.workers]) {
    const invitee = await createUser(base, root, 'worker');
    const unexpected = (what: string): void => problems.add(`unexpected: ${what}`);
    workloads.push(
      new WorkloadClient({
        base: () => base,
        root,
        fixture,
        worker,
        invitee,
        random: random.fork(),
        expected,
        unexpected,
        photoSize: 10_000,
      }),
    );
  }
  return workloads;
}

async function runUntilOutcomeUnknown(workload: WorkloadClient, isOver: () => boolean): Promise<void> {
  try {
    while (!isOver()) await workload.step();
  } catch (error) {
    if (!(error instanceof UnknownOutcome)) throw error;
  }
}

/** Asks for this long: each answer is the truth or `db unavailable`. @returns the slowest */
async function checkResponses(
  service: ServiceInstance,
  root: ApiUser,
  durationMs: number,
  problems: Problems,
  when: string,
): Promise<number> {
  const { token } = root;
  const calls = [
    { method: 'GET', path: '/ping' },
    { method: 'GET', path: '/db-ping', token },
    { method: 'GET', path: '/tickets', token },
    { method: 'POST', path: '/projects', token, body: { name: 'Never', client_id: root.id } },
  ];
  const replies: Promise<number>[] = [];
  const began = performance.now();
  while (performance.now() - began < durationMs) {
    for (const call of calls) {
      replies.push(
        send(service.url, call).then(
          (reply) => {
            const lies =
              call.path === '/ping'
                ? reply.status !== 200
                : reply.status !== 200 && reply.status !== 400 && !isUnavailable(reply);
            if (lies) problems.add(`${when}, ${call.method} ${call.path}: ${reply.status} ${JSON.stringify(reply.body)}`);
            if (reply.received - reply.sent > maxResponseMs)
              problems.add(`${when}, ${call.path} took ${Math.round(reply.received - reply.sent)} ms`);
            return reply.received - reply.sent;
          },
          (error: NoResponseError) => {
            problems.add(`${when}, ${call.method} ${call.path}: no answer (${error.code})`);
            return 0;
          },
        ),
      );
    }
    await sleep(100);
  }
  // Those that hang are answered once the database is back, or by the service's own time-outs.
  const hanging = Promise.all(replies).then((times) => Math.max(...times));
  return Promise.race([hanging, sleep(5_500, 5_500)]);
}

const isUnavailable = ({ status, body }: HttpResponse): boolean =>
  status === 500 && JSON.stringify(body) === '{"error":"db unavailable"}';

/** Until reads and writes succeed again. @returns how long that took */
async function waitForRecovery(service: ServiceInstance, root: ApiUser, problems: Problems, when: string): Promise<number> {
  const began = performance.now();
  let consecutiveSuccesses = 0;
  while (consecutiveSuccesses < 20) {
    const attempts = [
      { method: 'GET', path: '/db-ping', token: root.token },
      { method: 'PATCH', path: `/users/${root.id}`, token: root.token, body: { is_active: true } },
    ];
    const replies = await Promise.all(attempts.map((call) => send(service.url, call).catch((error: NoResponseError) => error)));
    consecutiveSuccesses = replies.every((reply) => !(reply instanceof NoResponseError) && reply.status === 200)
      ? consecutiveSuccesses + 1
      : 0;
    if (performance.now() - began > maxResponseMs) {
      problems.add(`${when}: not well again after ${maxResponseMs} ms`);
      break;
    }
    if (consecutiveSuccesses === 0) await sleep(50);
  }
  const took = performance.now() - began;
  if (took > maxRecoveryMs) problems.add(`${when}: well again only after ${Math.round(took)} ms`);
  return took;
}

async function findViolations(db: pg.Client, expected: ExpectedState, dataDir: string): Promise<string[]> {
  const wrong = [...(await expected.compare(db, dataDir)), ...(await violations(db)), ...(await photoViolations(db, dataDir))];
  expected.removeClosedTickets();
  return wrong;
}

/** What can be done to the line alone. */
export const connectionOutages = (proxy: FaultProxy): Outage[] => [
  { name: 'connections cut', start: () => proxy.disconnect(), restore: () => proxy.restore() },
  { name: 'connections silent', start: () => proxy.stall(), restore: () => proxy.restore() },
];

export const program: Program = {
  summary: 'cuts the database off, freezes and stops it under load: honest answers in time, nothing lost, well again by itself',
  unit: 'each loss once',
  rounds: 10,
  run: async ({ rounds, seed, server, log }) => {
    const installed = await startNewestInstalledPostgres();
    if (!installed) {
      log('PostgreSQL itself is neither frozen nor stopped: this machine has none of version 15, 16 or 17');
      return runConnectionLossTest({ server, rounds, seed, outages: connectionOutages, maxOutageMs: 8_000, log });
    }
    const outages = (proxy: FaultProxy): Outage[] => [
      ...connectionOutages(proxy),
      { name: 'PostgreSQL frozen', start: () => installed.freeze(), restore: () => installed.thaw() },
      { name: 'PostgreSQL stopped', start: () => installed.halt(), restore: () => installed.start() },
    ];
    try {
      return await runConnectionLossTest({ server: installed, rounds, seed, outages, maxOutageMs: 8_000, log });
    } finally {
      await installed.stop();
    }
  },
};
