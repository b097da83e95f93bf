import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type NoResponseError, send } from '../testing/http-client.ts';
import { newCaller } from './lib/callers.ts';
import { Deployment } from './lib/deployment.ts';
import type { Program } from './lib/program.ts';

/** A way to hold a connection, and when and how it ends by docs/rules.md (Timeouts). */
interface SlowClient {
  name: string;
  /** What is sent at once. */
  sentFirst: string;
  /** What is then sent every second. */
  sentEachSecond: string;
  /** Seconds from the opening. */
  closedAfterSeconds: number;
  status: string;
}

const slowClient = (name: string, sentFirst: string, sentEachSecond: string, closedAfterSeconds: number, status = '408') => ({
  ...{ name, sentFirst, sentEachSecond, closedAfterSeconds, status },
});
const ping = 'GET /ping HTTP/1.1\r\nhost: x\r\n';
// From a caller of its own, or the limit of sign-ins would answer before the timeout does.
const halfBody = 'POST /auth/login HTTP/1.1\r\nhost: x\r\nx-forwarded-for: CALLER\r\ncontent-length: 100\r\n\r\n{';
const slowClients: SlowClient[] = [
  slowClient('nothing at all', '', '', 10),
  slowClient('half a header', `${ping}x-half`, '', 10),
  slowClient('headers one by one', ping, 'x: y\r\n', 10),
  slowClient('half a body', halfBody, '', 60),
  slowClient('a body byte by byte', halfBody, ' ', 60),
  slowClient('idle after an answer', `${ping}\r\n`, '', 120, 'none'),
];
/** Slow requests are looked for once a second, and machines are busy. */
const toleranceSeconds = 4;
/** In which all but one in a hundred of the others are served. */
const maxP99Ms = 500;

/** @returns what was wrong with the end of the connection */
function holdConnection(base: string, client: SlowClient): Promise<string | undefined> {
  const { sentFirst, sentEachSecond, closedAfterSeconds, status } = client;
  return new Promise((resolve) => {
    let text = '';
    let failure = 'it was closed';
    let began = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const socket = connect(Number(new URL(base).port), '127.0.0.1', () => {
      began = performance.now();
      socket.write(sentFirst.replace('CALLER', newCaller()));
      if (sentEachSecond !== '') timer = setInterval(() => socket.writable && socket.write(sentEachSecond), 1_000);
    });
    const limit = setTimeout(() => socket.destroy(), (closedAfterSeconds + 2 * toleranceSeconds) * 1_000);
    socket.on('data', (chunk) => (text += chunk));
    socket.on('error', (error) => (failure = error.message));
    socket.on('close', () => {
      clearInterval(timer);
      clearTimeout(limit);
      const seconds = (performance.now() - began) / 1_000;
      const [, code = 'none'] = /HTTP\/1\.1 (4\d\d)/.exec(text) ?? [];
      const isInTime = seconds >= closedAfterSeconds - 0.5 && seconds <= closedAfterSeconds + toleranceSeconds;
      const wrong = `${client.name}: ended after ${seconds.toFixed(1)} s with ${code}, not after ${closedAfterSeconds} s with ${status}`;
      resolve(isInTime && code === status ? undefined : `${wrong}: ${text.slice(0, 200) || failure}`);
    });
  });
}

/** Many sockets that are slow or do nothing, while others are served as ever. */
export const program: Program = {
  summary: 'slow and idle sockets while others are served: each ends at its timeout, nobody waits for them',
  unit: 'sockets at the same time',
  rounds: 2000,
  run: ({ rounds: sockets, ...task }) =>
    Deployment.run(task, { instances: 1 }, async ({ service, root, report }) => {
      let left = sockets;
      const began = performance.now();
      const slow = Array.from({ length: sockets }, async (_, i) => {
        await sleep(i * 2); // not all in one moment, or the queue of the listener overflows
        const wrong = await holdConnection(service.url, slowClients[i % slowClients.length] as SlowClient);
        left--;
        if (wrong) report(wrong);
      });
      const times: number[] = [];
      while (left > 0) {
        try {
          const { status, sent, received } = await send(service.url, { method: 'GET', path: '/tickets', token: root.token });
          times.push(received - sent);
          if (status !== 200) report(`somebody else was answered with ${status}`);
        } catch (error) {
          report(`somebody else got no answer: ${(error as NoResponseError).code}`);
        }
        if (times.length % 500 === 0)
          task.log(`${Math.round((performance.now() - began) / 1_000)} s, ${left} sockets still held`);
        await sleep(20);
      }
      await Promise.all(slow);
      times.sort((a, b) => a - b);
      const p99 = Math.round(times[Math.floor(times.length * 0.99)] ?? 0);
      if (p99 > maxP99Ms) report(`others waited for ${p99} ms (p99)`);
      return `${sockets} slow sockets of ${slowClients.length} kinds; ${times.length} others served meanwhile, p99 ${p99} ms`;
    }),
};
