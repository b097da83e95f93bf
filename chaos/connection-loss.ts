import { setTimeout as sleep } from 'node:timers/promises';
import { FaultProxy } from '../testing/fault-proxy.ts';
import { type HttpResponse, type NoResponseError, send } from '../testing/http-client.ts';
import type { InstalledServer } from '../testing/installed-postgres.ts';
import { createDatabase, startNewestInstalledPostgres } from '../testing/postgres.ts';
import { Deployment } from './lib/deployment.ts';
import { type Fault, survive } from './lib/faults.ts';
import type { Outcome, Program, Task } from './lib/program.ts';
import { Workload } from './lib/workload.ts';

/** Longest time that an answer may take without a database: the timeout of answers (docs/rules.md, Timeouts). */
const maxResponseMs = 60_000;
/** How soon all must be well again. */
const maxRecoveryMs = 10_000;

const faultsOf = (proxy: FaultProxy, server: InstalledServer | undefined): Fault[] => [
  { name: 'connections cut', start: () => proxy.disconnect(), end: () => proxy.restore() },
  { name: 'connections silent', start: () => proxy.stall(), end: () => proxy.restore() },
  ...(server
    ? [
        { name: 'PostgreSQL frozen', start: () => server.freeze(), end: () => server.thaw() },
        { name: 'PostgreSQL stopped', start: () => server.halt(), end: () => server.start() },
      ]
    : []),
];

/** Takes the database away under load and gives it back: answers stay correct and nothing is lost. */
async function loseConnections(task: Task, server: InstalledServer | undefined): Promise<Outcome> {
  const created = await createDatabase(server ?? task.server);
  const proxy = await FaultProxy.start(created.url);
  try {
    return await Deployment.run(task, { instances: 1, database: created.url, databaseUrl: proxy.url }, async (deployment) => {
      const { random, expected, problems, report } = deployment;
      const workload = await Workload.create(deployment, { clients: 4, onFailure: 'end', photoBytes: 10_000 });
      const slowestMs = { answer: 0, recovery: 0 };
      const faults = faultsOf(proxy, server);
      for (let round = 1; round <= task.rounds; round++) {
        for (const { name, ...fault } of faults) {
          const when = `${name}, round ${round}`;
          const meanwhile = async (): Promise<void> => {
            const answerMs = await checkResponses(deployment, random.between(200, task.isShort ? 800 : 8_000), when);
            slowestMs.answer = Math.max(slowestMs.answer, answerMs);
          };
          const recoveryMs = await survive(deployment, workload, { ...fault, name: when, meanwhile }, random.between(5, 60));
          if (!task.isShort && recoveryMs > maxRecoveryMs) report(`${when}: well again only after ${Math.round(recoveryMs)} ms`);
          slowestMs.recovery = Math.max(slowestMs.recovery, recoveryMs);
        }
        task.log(`${round} rounds, ${expected.acknowledged} writes acknowledged, ${problems.count} problems`);
      }
      const slowest = `slowest answer ${Math.round(slowestMs.answer)} ms, slowest recovery ${Math.round(slowestMs.recovery)} ms`;
      return `${task.rounds * faults.length} losses of the database, ${expected.acknowledged} acknowledged writes; ${slowest}`;
    });
  } finally {
    proxy.close();
    await created.drop();
  }
}

/** Asks for this long: each answer is the truth or `db unavailable`. @returns milliseconds of the slowest */
async function checkResponses({ service, root, report }: Deployment, durationMs: number, when: string): Promise<number> {
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
      const what = `${when}, ${call.method} ${call.path}`;
      const check = (reply: HttpResponse): number => {
        const tookMs = reply.received - reply.sent;
        const isTrue = reply.status === 200 || (call.path !== '/ping' && (reply.status === 400 || isUnavailable(reply)));
        if (!isTrue) report(`${what}: ${reply.status} ${JSON.stringify(reply.body)}`);
        if (tookMs > maxResponseMs) report(`${what} took ${Math.round(tookMs)} ms`);
        return tookMs;
      };
      const fail = ({ code }: NoResponseError): number => {
        report(`${what}: no answer (${code})`);
        return 0;
      };
      replies.push(send(service.url, call).then(check, fail));
    }
    await sleep(100);
  }
  // Those that hang are answered once the database is back, or by the service's own timeouts.
  const hanging = Promise.all(replies).then((times) => Math.max(...times));
  return Promise.race([hanging, sleep(5_500, 5_500)]);
}

const isUnavailable = ({ status, body }: HttpResponse): boolean =>
  status === 500 && JSON.stringify(body) === '{"error":"db unavailable"}';

export const program: Program = {
  summary: 'cuts the database off, freezes and stops it under load: correct answers in time, nothing lost, well again by itself',
  unit: 'each loss once',
  rounds: 10,
  run: async (task) => {
    const installed = task.isShort ? undefined : await startNewestInstalledPostgres();
    if (!installed && !task.isShort)
      task.log('PostgreSQL itself is neither frozen nor stopped: this machine has none of version 15, 16 or 17');
    try {
      return await loseConnections(task, installed);
    } finally {
      await installed?.stop();
    }
  },
};
