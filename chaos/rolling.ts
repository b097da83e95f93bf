import { setTimeout as sleep } from 'node:timers/promises';
import { missingNginx, startNginx } from '../testing/nginx.ts';
import { Deployment } from './lib/deployment.ts';
import { openBalancer } from './lib/load-balancer.ts';
import { joined, type Outcome, type Program, type Task } from './lib/program.ts';
import { steadyWorkload } from './lib/workload.ts';

interface RolloutTask extends Task {
  requestsPerSecond: number;
  proxyKind: ProxyKind;
}

/** What stands before the instances: a balancer of our own, which keeps its connections or makes new ones, or nginx. */
type ProxyKind = 'kept connections' | 'new connections' | 'nginx';

interface OpenProxy {
  url: string;
  /** What it complained of, besides instances that refuse connections. */
  errors(): string;
}

async function openProxy({ ports, cleanup }: Deployment, proxyKind: ProxyKind): Promise<OpenProxy> {
  if (proxyKind !== 'nginx')
    return { url: await openBalancer(ports, cleanup, proxyKind === 'kept connections'), errors: () => '' };
  const nginx = await startNginx(ports);
  cleanup.defer(() => nginx.stop());
  return nginx;
}

/** Restarts three instances one after the other while people work through a balancer: nobody may notice. */
export function runRollingRestarts({ requestsPerSecond, proxyKind, ...task }: RolloutTask): Promise<Outcome> {
  return Deployment.run(task, { instances: 3 }, async (deployment) => {
    const { expected, problems } = deployment;
    const proxy = await openProxy(deployment, proxyKind);
    const workload = await steadyWorkload(deployment, proxy.url, requestsPerSecond);
    workload.start();
    const began = performance.now();
    await sleep(500);
    for (let round = 1; round <= task.rounds && !workload.isStopping; round++) {
      await deployment.restartEach();
      task.log(`${round} rounds, ${expected.acknowledged} writes, ${problems.count} failed`);
    }
    await workload.stop();
    if (problems.count > 0 && proxy.errors()) problems.add(proxy.errors());
    const perSecond = Math.round((expected.acknowledged / (performance.now() - began)) * 1_000);
    return `${task.rounds} rolling restarts of 3 instances behind ${proxyKind} at ${perSecond} writes a second (${expected.acknowledged} in all)`;
  });
}

export const program: Program = {
  summary: 'restarts 3 instances one after the other behind a balancer, at 200 requests a second: none fails',
  unit: 'restarts of all three, behind each kind of balancer',
  rounds: 5,
  run: async (task) => {
    const missing = missingNginx();
    if (missing) task.log(`without nginx: ${missing}`);
    const proxyKinds: ProxyKind[] = ['new connections', 'kept connections', ...(missing ? [] : ['nginx' as const])];
    const outcomes: Outcome[] = [];
    for (const proxyKind of proxyKinds) outcomes.push(await runRollingRestarts({ ...task, requestsPerSecond: 200, proxyKind }));
    return joined(outcomes);
  },
};
