import { setTimeout as sleep } from 'node:timers/promises';
import { createProjectFixture, type ProjectFixture } from '../testing/api-fixtures.ts';
import { sendOk } from '../testing/http-client.ts';
import { Deployment, secondsSince } from './lib/deployment.ts';
import type { Program } from './lib/program.ts';
import { Workload } from './lib/workload.ts';
import { checkHooks } from './webhooks/check.ts';
import { FaultyReceiver, type Hook } from './webhooks/receiver.ts';

const drainTimeoutMs = 1_800_000;
const events = ['created', 'assigned', 'started', 'done', 'rejected', 'confirmed', 'canceled'].map((name) => `ticket_${name}`);

/** One webhook for the admin and one for each client, whose faults are chosen in advance. */
async function createHooks(
  { service, root, random }: Deployment,
  projects: ProjectFixture[],
  receiver: FaultyReceiver,
  messages: number,
  faults: number,
): Promise<Hook[]> {
  const hooks: Hook[] = [];
  for (const owner of [root, ...projects.map(({ client }) => client)]) {
    const isAdmin = owner === root;
    const hook = receiver.addHook(isAdmin ? undefined : owner.id);
    const body = { url: `http://${receiver.host}${hook.path}`, events };
    const reply = await sendOk(service.url, { method: 'POST', path: '/ext/webhooks', token: owner.token, body });
    hook.secret = reply.body.secret;
    receiver.planFaults(hook, Math.floor(messages / (isAdmin ? 1 : projects.length)), faults, random);
    hooks.push(hook);
  }
  return hooks;
}

/** One instance is killed, and the receiver dies for a while. */
async function runRound(deployment: Deployment, workload: Workload, receiver: FaultyReceiver, perRound: number): Promise<void> {
  const { random, expected } = deployment;
  const began = expected.acknowledged;
  workload.start();
  await Promise.all([
    workload.reach(began + random.below(perRound)).then(async () => (await deployment.killOne()).waitUntilReady()),
    workload.reach(began + random.below(perRound)).then(() => receiver.die(1_000)),
    workload.reach(began + perRound),
  ]);
  await workload.stop();
}

async function countPending(deployment: Deployment): Promise<number> {
  const [found] = await deployment.query<{ count: number }>(`
    select (select count(*) from deliveries where queue = 'webhooks')::int
      + (select count(*) from webhook_deliveries where state = 'pending')::int as count`);
  return found?.count ?? 0;
}

export const program: Program = {
  summary:
    'sends events to webhooks over 3 instances that are killed, to a receiver that fails, hangs, lies and dies: none is lost',
  unit: '1,000 events for the webhook of an admin, with a kill',
  rounds: 10,
  run: async (task) => {
    const { perRound, clients, faults } = task.isShort
      ? { perRound: 150, clients: 2, faults: 2 }
      : { perRound: 1_000, clients: 5, faults: 3 };
    const receiver = await FaultyReceiver.start();
    try {
      const env = { WEBHOOK_ALLOWED_HOSTS: receiver.host };
      return await Deployment.run(task, { instances: task.isShort ? 2 : 3, env }, async (deployment) => {
        const { service, root, expected } = deployment;
        const projects: ProjectFixture[] = [];
        for (let i = 0; i < clients; i++) projects.push(await createProjectFixture(service.url, root, 2));
        const hooks = await createHooks(deployment, projects, receiver, task.rounds * perRound, faults * task.rounds);
        const load = { clients: 6, ticketsOnly: true, fixtures: projects };
        const workload = await Workload.create(deployment, { ...load, onFailure: 'continue' });
        const began = performance.now();
        for (let round = 1; round <= task.rounds; round++) {
          await runRound(deployment, workload, receiver, perRound);
          const state = `${receiver.count} messages, ${await countPending(deployment)} wait, ${secondsSince(began)} s`;
          task.log(`${expected.acknowledged} changes, ${state}`);
        }
        while ((await countPending(deployment)) > 0) {
          if (performance.now() - began > drainTimeoutMs) throw new Error('some messages are not sent');
          await sleep(200);
        }
        const { due, accepted, lost, repeated, disordered } = await checkHooks(deployment, hooks);
        return [
          `${due} events due to ${hooks.length} webhooks, ${deployment.instances.length} instances, ${deployment.kills} kills, ${secondsSince(began)} s`,
          `${receiver.count} messages arrived, ${receiver.faults} of them at a receiver that failed, hung, lied or closed early`,
          `${accepted} events accepted, ${lost} lost, ${repeated} accepted more than once, ${disordered} out of order`,
        ].join('\n');
      });
    } finally {
      await receiver.stop();
    }
  },
};
