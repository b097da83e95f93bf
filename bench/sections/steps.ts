import { missingNginx, startNginx } from '../../testing/nginx.ts';
import { requestsFor } from '../parts/cast.ts';
import { type Plan, rotated } from '../parts/figures.ts';
import type { Lab } from '../parts/lab.ts';
import { load } from '../parts/loader.ts';

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

export async function measureSteps(lab: Lab, { main, rounds, seconds, warmup }: Plan): Promise<Steps> {
  const copy = await lab.copy(main);
  const one = await lab.service(copy);
  const places: { url: string; found: Step }[] = [];
  const add = (what: string, url: string) => places.push({ url, found: { what, perSecond: [], p95: [] } });
  add('one instance', one.url);
  const nginx = missingNginx() ? undefined : await startNginx(await portsOf(lab, copy), { requestsPerSecond: 1_000_000 });
  if (nginx) add('three instances behind nginx', nginx.url);
  const requests = (['client', 'worker', 'ticket'] as const).flatMap((operation) => {
    // As many requests of each kind.
    const kind = requestsFor(operation, main, connections);
    return Array.from({ length: 200 }, (_, i) => kind[i % kind.length] as (typeof kind)[number]);
  });
  try {
    for (let round = 0; round < rounds; round++) {
      for (const { url, found } of rotated(places, round)) {
        const { perSecond, p95 } = await load({ url, connections, warmup, seconds, requests });
        found.perSecond.push(perSecond);
        found.p95.push(p95);
      }
    }
  } finally {
    await nginx?.stop();
  }
  const steps = places.map(({ found }) => found);
  for (const { what, perSecond } of steps) lab.say(`${what}: ${perSecond.map(Math.round).join(' ')}`);
  return { tickets: main, connections, steps };
}

async function portsOf(lab: Lab, copy: { url: string }): Promise<number[]> {
  const ports: number[] = [];
  for (let i = 0; i < 3; i++) ports.push(Number(new URL((await lab.service(copy)).url).port));
  return ports;
}
