import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { lockOrder } from '../testing/invariants.ts';
import { createDatabase } from '../testing/postgres.ts';
import { Deployment } from './lib/deployment.ts';
import { openBalancer } from './lib/load-balancer.ts';
import { notRun, type Outcome, type Program, type Task } from './lib/program.ts';
import { steadyWorkload } from './lib/workload.ts';
import { LockWaits } from './upgrade/lock-waits.ts';
import { checkOut, findPreviousVersion, type PreviousVersion } from './upgrade/previous-version.ts';

const maxLockWaitMs = 200;

/** Replaces three instances of the previous release by this version one after the other, then back, then forward again, under load. */
async function upgrade(task: Task, previous: PreviousVersion, tickets: number): Promise<Outcome> {
  const { url, drop } = await createDatabase(task.server);
  try {
    if (tickets > 0) fill(previous, url, tickets);
    // The previous version, which takes part, has deadlocks that were mended since. Either version tries again, and no request fails.
    const options = { instances: 3, sources: previous.folder, database: url, exception: lockOrder };
    return await Deployment.run(task, options, async (deployment) => {
      const { expected, problems, cleanup } = deployment;
      const balancer = await openBalancer(deployment.ports, cleanup, true);
      const waits = await LockWaits.start(url);
      cleanup.defer(() => waits.stop());
      const workload = await steadyWorkload(deployment, balancer, task.isShort ? 40 : 100);
      workload.start();
      await workload.reach(expected.acknowledged + 20);
      const round = task.isShort ? [undefined, previous.folder] : [undefined, previous.folder, undefined];
      const folders = Array.from({ length: task.rounds }, () => round).flat();
      for (const folder of folders) {
        if (workload.isStopping) break;
        await deployment.restartEach(folder);
        task.log(`${folder ? `back to ${previous.name}` : 'to this version'}: ${problems.count} problems`);
      }
      await workload.stop();
      const { ms, what } = waits.longest;
      if (!task.isShort && ms > maxLockWaitMs) problems.add(`a lock was waited for ${Math.round(ms)} ms: ${what}`);
      return (
        `${expected.acknowledged} writes while 3 instances were replaced ${folders.length} times, from and by ${previous.name}, ` +
        `with ${tickets} tickets; longest wait for a table ${Math.round(ms)} ms`
      );
    });
  } finally {
    await drop();
  }
}

/** By its own program: this version would make its own schema. */
function fill({ folder }: PreviousVersion, url: string, tickets: number): void {
  const module = pathToFileURL(`${folder}/testing/benchmark-data.ts`).href;
  const program = `import { seed } from ${JSON.stringify(module)}; await seed(${JSON.stringify(url)}, ${tickets});`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder, stdio: 'inherit' });
}

export const program: Program = {
  summary: 'replaces 3 instances of the previous release one after the other, then back, at 100 requests a second: none fails',
  unit: 'to this version, back, and forward again',
  rounds: 1,
  run: async (task) => {
    const name = findPreviousVersion();
    if (!name) return notRun('the previous release is not in the history of the sources');
    const previous = checkOut(name);
    try {
      return await upgrade(task, previous, task.isShort ? 0 : Number(process.env['UPGRADE_TICKETS'] ?? 0));
    } finally {
      previous.remove();
    }
  },
};
