import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { serviceSettings, signInAdmin } from '../testing/api-fixtures.ts';
import { keepAliveAgent, type NoResponseError, send } from '../testing/http-client.ts';
import { createDatabase, createDataDir } from '../testing/postgres.ts';
import { ServiceInstance } from '../testing/service-instance.ts';
import { newCaller } from './lib/account-races.ts';
import { type Outcome, Problems, type Program, type Task } from './lib/program.ts';

/** A way to hold a connection, and when and how it ends by docs/rules.md (Timeouts). */
interface SlowClient {
  name: string;
  /** What is sent at once. */
  sentFirst: string;
  /** What is then sent every second. */
  sentEachSecond: string;
  /** Seconds from the opening. */
  closedAfterSeconds: number;
  status: '408' | 'none';
}

// From a caller of its own, or the limit of sign-ins would answer before the time-out does.
const halfBody = 'POST /auth/login HTTP/1.1\r\nhost: x\r\nx-forwarded-for: CALLER\r\ncontent-length: 100\r\n\r\n{';

const slowClients: SlowClient[] = [
  { name: 'nothing at all', sentFirst: '', sentEachSecond: '', closedAfterSeconds: 10, status: '408' },
  {
    name: 'half a header',
    sentFirst: 'GET /ping HTTP/1.1\r\nhost: x\r\nx-half',
    sentEachSecond: '',
    closedAfterSeconds: 10,
    status: '408',
  },
  {
    name: 'headers one by one',
    sentFirst: 'GET /ping HTTP/1.1\r\nhost: x\r\n',
    sentEachSecond: 'x: y\r\n',
    closedAfterSeconds: 10,
    status: '408',
  },
  {
    name: 'half a body',
    sentFirst: halfBody,
    sentEachSecond: '',
    closedAfterSeconds: 60,
    status: '408',
  },
  {
    name: 'a body byte by byte',
    sentFirst: halfBody,
    sentEachSecond: ' ',
    closedAfterSeconds: 60,
    status: '408',
  },
  {
    name: 'idle after an answer',
    sentFirst: 'GET /ping HTTP/1.1\r\nhost: x\r\n\r\n',
    sentEachSecond: '',
    closedAfterSeconds: 120,
    status: 'none',
  },
];
/** Seconds of tolerance: slow requests are looked for once a second, and machines are busy. */
const toleranceSeconds = 4;

interface SlowClientsTask extends Task {
  /** Only what ends within so many seconds. */
  maxSeconds: number;
  /** Milliseconds in which others are served, all but one in a hundred. */
  maxP99Ms?: number;
}

/** Many sockets that are slow or do nothing, while others are served as ever. */
export async function runSlowClients({
  rounds: sockets,
  server,
  log,
  maxSeconds,
  maxP99Ms = 500,
}: SlowClientsTask): Promise<Outcome> {
  const problems = new Problems();
  const database = await createDatabase(server);
  const { dataDir, remove } = createDataDir();
  const service = await ServiceInstance.start({ ...serviceSettings, DATABASE_URL: database.url, DATA_DIR: dataDir });
  try {
    const { token } = await signInAdmin(service.url);
    const chosen = slowClients.filter(({ closedAfterSeconds }) => closedAfterSeconds <= maxSeconds);
    let left = sockets;
    const began = performance.now();
    const slow = Promise.all(
      Array.from({ length: sockets }, async (_, i) => {
        await sleep(i * 2); // not all in one moment, or the queue of the listener overflows
        const kind = chosen[i % chosen.length] as SlowClient;
        const wrong = await holdConnection(service.url, kind);
        left--;
        if (wrong) problems.add(`${kind.name}: ${wrong}`);
      }),
    );
    const times: number[] = [];
    while (left > 0) {
      try {
        const { status, sent, received } = await send(service.url, { method: 'GET', path: '/tickets', token });
        times.push(received - sent);
        if (status !== 200) problems.add(`somebody else was answered with ${status}`);
      } catch (error) {
        problems.add(`somebody else got no answer: ${(error as NoResponseError).code}`);
      }
      if (times.length % 500 === 0) log(`${Math.round((performance.now() - began) / 1000)} s, ${left} sockets still held`);
      await sleep(20);
    }
    await slow;
    times.sort((a, b) => a - b);
    const p99 = Math.round(times[Math.floor(times.length * 0.99)] ?? 0);
    if (p99 > maxP99Ms) problems.add(`others waited for ${p99} ms (p99)`);
    const figure = `${sockets} slow sockets of ${chosen.length} kinds; ${times.length} others served meanwhile, p99 ${p99} ms: ${problems.all().length} not ended in time or not served`;
    return { figure, problems: problems.all() };
  } finally {
    keepAliveAgent.destroy(); // it holds no idle connection to a service that is gone
    await service.stop();
    await database.drop();
    remove();
  }
}

/** @returns what was wrong with the end of the connection */
function holdConnection(
  base: string,
  { sentFirst, sentEachSecond, closedAfterSeconds, status }: SlowClient,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = '';
    let failure = 'it was closed';
    let began = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const socket: Socket = connect(Number(new URL(base).port), '127.0.0.1', () => {
      began = performance.now();
      socket.write(sentFirst.replace('CALLER', newCaller()));
      if (sentEachSecond !== '') timer = setInterval(() => socket.writable && socket.write(sentEachSecond), 1000);
    });
    const limit = setTimeout(() => socket.destroy(), (closedAfterSeconds + 2 * toleranceSeconds) * 1000);
    socket.on('data', (chunk) => (text += chunk));
    socket.on('error', (error) => (failure = error.message));
    socket.on('close', () => {
      clearInterval(timer);
      clearTimeout(limit);
      const seconds = (performance.now() - began) / 1000;
      const [, code = 'none'] = /HTTP\/1\.1 (4\d\d)/.exec(text) ?? [];
      if (seconds < closedAfterSeconds - 0.5 || seconds > closedAfterSeconds + toleranceSeconds)
        resolve(`ended after ${seconds.toFixed(1)} s, not ${closedAfterSeconds}: ${text.slice(0, 100) || failure}`);
      else if (code !== status) resolve(`ended with ${code}, not ${status}: ${text.slice(0, 200)}`);
      else resolve(undefined);
    });
  });
}

export const program: Program = {
  summary: 'slow and idle sockets while others are served: each ends at its timeout, nobody waits for them',
  unit: 'sockets at the same time',
  rounds: 2000,
  run: (task) => runSlowClients({ ...task, maxSeconds: 120 }),
};
