import { missingNginx, startNginx } from '../../testing/nginx.ts';
import type { BenchEnvironment } from '../lib/environment.ts';
import { runLoad } from '../lib/load-generator.ts';
import { requestsFor } from '../lib/seeded-users.ts';
import { type Plan, rotated } from '../lib/statistics.ts';

// The first steps of docs/scaling.md, all on this machine: the same reads to one instance and
// to three instances behind nginx.

export interface Step {
  what: string;
  /** a second, and milliseconds, round by round */
  perSecond: number[];
  p95: number[];
}

export interface Steps {
  tickets: number;
  connections: number;
  steps: Step[];
}

const connections = 50;

export async function measureSteps(environment: BenchEnvironment, { main, rounds, seconds, warmup }: Plan): Promise<Steps> {
  const copy = await environment.copy(main);
  const one = await environment.service(copy);
  const places: { url: string; found: Step }[] = [];
  const add = (what: string, url: string) => places.push({ url, found: { what, perSecond: [], p95: [] } });
  add('one instance', one.url);
  const nginx = missingNginx() ? undefined : await startNginx(await portsOf(environment, copy), { requestsPerSecond: 1_000_000 });
  if (nginx) add('three instances behind nginx', nginx.url);
  const requests = (['client', 'worker', 'ticket'] as const).flatMap((operation) => {
    // As many requests of each kind.
    const kind = requestsFor(operation, main, connections);
    return Array.from({ length: 200 }, (_, i) => kind[i % kind.length] as (typeof kind)[number]);
  });
  try {
    for (let round = 0; round < rounds; round++) {
      for (const { url, found } of rotated(places, round)) {
        const { perSecond, p95 } = await runLoad({ url, connections, warmup, seconds, requests });
        found.perSecond.push(perSecond);
        found.p95.push(p95);
      }
    }
  } finally {
    await nginx?.stop();
  }
  const steps = places.map(({ found }) => found);
  for (const { what, perSecond } of steps) environment.log(`${what}: ${perSecond.map(Math.round).join(' ')}`);
  return { tickets: main, connections, steps };
}

async function portsOf(environment: BenchEnvironment, copy: { url: string }): Promise<number[]> {
  const ports: number[] = [];
  for (let i = 0; i < 3; i++) ports.push(Number(new URL((await environment.service(copy)).url).port));
  return ports;
}
