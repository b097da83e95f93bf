import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Job, Load } from './lib/load-generator.ts';

// The load tool, a process of its own: so many connections, each with one request under way. It
// writes ready-made bytes and reads no more of an answer than its status and its length, because
// every microsecond it takes is missing to what it measures.

const job = (await json(process.stdin)) as Job;
const { hostname, port } = new URL(job.url);
const durations: number[] = [];
const statuses: Record<string, number> = {};
let measuring = false;
let ended = false;
let next = job.series?.first ?? 0;

function bytesOf({ method, path, token, body }: Job['requests'][number]): Buffer {
  const head = `${method} ${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n`;
  return Buffer.from(body === undefined ? `${head}\r\n` : `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

const fixed = job.requests.map(bytesOf);

function nextRequest(): Buffer {
  const { series } = job;
  if (!series) return fixed[Math.floor(Math.random() * fixed.length)] ?? Buffer.alloc(0);
  const i = next++;
  const token = series.tokens[(i - series.first) % series.tokens.length] ?? '';
  return bytesOf({ method: 'PATCH', path: `/tickets/${i}/take`, token });
}

/** One caller: asks, waits for the whole answer, asks again. */
function call(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let asked = 0;
    let waiting: Buffer = Buffer.alloc(0);
    const ask = (): void => {
      asked = performance.now();
      socket.write(nextRequest());
    };
    socket.on('connect', ask);
    socket.on('error', reject);
    socket.on('close', () => (ended ? resolve() : reject(new Error('the connection was closed'))));
    socket.on('data', (chunk: Buffer) => {
      waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
      const status = wholeAnswer(waiting);
      if (status === undefined) return;
      waiting = Buffer.alloc(0);
      if (measuring) {
        durations.push(performance.now() - asked);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
      if (ended) socket.destroy();
      else ask();
    });
  });
}

const separator = Buffer.from('\r\n\r\n');

/** @returns the status of an answer that is there in full */
function wholeAnswer(bytes: Buffer): string | undefined {
  const end = bytes.indexOf(separator);
  if (end < 0) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? Number.NaN);
  if (Number.isNaN(length)) throw new Error(`an answer without content-length: ${head}`);
  return bytes.length >= end + 4 + length ? head.slice(9, 12) : undefined;
}

const callers = Array.from({ length: job.connections }, call);
let began = 0;
let cpuBefore = process.cpuUsage();
setTimeout(() => {
  measuring = true;
  began = performance.now();
  cpuBefore = process.cpuUsage();
}, job.warmup * 1000);
let seconds = 0;
setTimeout(
  () => {
    measuring = false;
    ended = true;
    seconds = (performance.now() - began) / 1000;
  },
  (job.warmup + job.seconds) * 1000,
);
await Promise.all(callers);

const { user, system } = process.cpuUsage(cpuBefore);
const sorted = Float64Array.from(durations).sort();
const quantile = (q: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
const load: Load = {
  perSecond: sorted.length / seconds,
  p50: quantile(0.5),
  p95: quantile(0.95),
  p99: quantile(0.99),
  statuses,
  used: next - (job.series?.first ?? 0),
  cpu: (user + system) / 1e6 / seconds,
};
console.log(JSON.stringify(load));
