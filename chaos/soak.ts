import { setTimeout as sleep } from 'node:timers/promises';
import { createProjectFixture } from '../testing/api-fixtures.ts';
import { send } from '../testing/http-client.ts';
import { residentMiB } from '../testing/processes.ts';
import { Deployment } from './lib/deployment.ts';
import type { Program } from './lib/program.ts';
import { Workload } from './lib/workload.ts';

/** MiB that the last quarter may lie above the second one. */
const maxGrowthMiB = 24;
const paths = ['/tickets?limit=100', '/tickets?status=new', '/projects', '/recurring', '/auth/me', '/nowhere'];

/** Reads and watches the memory of the process, for so many seconds. @returns MiB */
async function readAndSample({ service, root, random, expected }: Deployment, seconds: number, log: (line: string) => void) {
  const { client } = await createProjectFixture(service.url, root, 0);
  const samples: number[] = [];
  const intervalMs = Math.max(250, (seconds * 1_000) / 400);
  const began = performance.now();
  let [sampledAt, loggedAt] = [0, began];
  while (performance.now() - began < seconds * 1_000) {
    await send(service.url, { method: 'GET', path: random.pick(paths), token: random.pick([root, client]).token });
    const now = performance.now();
    if (now - sampledAt > intervalMs) {
      samples.push(Math.round(residentMiB(service.pid)));
      expected.removeClosedTickets();
      sampledAt = now;
    }
    if (now - loggedAt > 60_000) {
      log(`${Math.round((now - began) / 1_000)} s, ${samples.at(-1)} MiB`);
      loggedAt = now;
    }
    await sleep(8);
  }
  return samples;
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

export const program: Program = {
  summary: 'a steady mixed load with uploads: the memory of the process does not grow',
  unit: 'minutes',
  rounds: 60,
  run: (task) =>
    Deployment.run(task, { instances: 1 }, async (deployment) => {
      const seconds = task.rounds * 60;
      const load = { clients: 8, pauseMs: 60, photoBytes: 500_000 };
      const workload = await Workload.create(deployment, { ...load, onFailure: 'problem' });
      workload.start();
      const samples = await readAndSample(deployment, seconds, task.log);
      await workload.stop();
      const quarter = Math.floor(samples.length / 4);
      const [early, late] = [median(samples.slice(quarter, 2 * quarter)), median(samples.slice(-quarter))];
      if (late - early > maxGrowthMiB) deployment.report(`memory grew from ${early} to ${late} MiB`);
      const found = `${early} MiB in the second quarter, ${late} MiB in the last one, ${Math.max(...samples)} MiB at the peak`;
      return `${seconds} s, ${workload.steps} steps of work: ${found} (at most ${maxGrowthMiB} MiB more)`;
    }),
};
