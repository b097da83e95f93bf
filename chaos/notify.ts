import { setTimeout as sleep } from 'node:timers/promises';
import { NotificationChannels } from '../testing/notification-channels.ts';
import { Deployment, secondsSince } from './lib/deployment.ts';
import type { Program } from './lib/program.ts';
import { Workload } from './lib/workload.ts';
import { checkNotifications } from './notify/check.ts';
import { addMember, createTown, isMember, removeMember, type Town, turnChannelsOn } from './notify/people.ts';

const drainTimeoutMs = 600_000;

async function countDeliveries(deployment: Deployment, queue: string | null): Promise<number> {
  const text = "select count(*)::int as count from deliveries where queue = coalesce($1, queue) and queue <> 'jobs'";
  return (await deployment.query<{ count: number }>(text, [queue]))[0]?.count ?? 0;
}

/** What waited for the end of quiet hours or for a digest, and is due: every 15 s the service looks for it. */
async function countDue(deployment: Deployment): Promise<number> {
  const text = "select count(*)::int as count from notification_sends where state = 'waiting' and due_at <= now()";
  return (await deployment.query<{ count: number }>(text))[0]?.count ?? 0;
}

/** @throws when something is left after ten minutes */
async function waitForNone(count: () => Promise<number>): Promise<void> {
  const end = performance.now() + drainTimeoutMs;
  while ((await count()) > 0) {
    if (performance.now() > end) throw new Error('the queues do not become empty');
    await sleep(50);
  }
}

/** Lets the load rest while many deliveries wait, so that what is told is still true when it is sent. */
async function limitBacklog(deployment: Deployment, workload: Workload, maxBacklog: number): Promise<void> {
  while (!workload.isStopping) {
    workload.isPaused = (await countDeliveries(deployment, null)) > maxBacklog;
    await sleep(100);
  }
}

/** Those who leave are members of each project every other time. */
async function changeMemberships(deployment: Deployment, { projects }: Town): Promise<void> {
  const leavers = projects.flatMap((project) => {
    const persons = new Set(project.memberships.map(({ person }) => person).filter(({ kind }) => kind === 'leaver'));
    return [...persons].map((person) => ({ project, person }));
  });
  const { project, person } = deployment.random.pick(leavers);
  if (isMember(project, person, Date.now())) await removeMember(deployment, project, person);
  else await addMember(deployment, project, person);
}

export const program: Program = {
  summary: 'notifies people of their tickets over several instances that are killed: each message arrives, once but for kills',
  unit: '667 changes of tickets with a kill',
  rounds: 30,
  run: async (task) => {
    const { clients, workers, events, openTickets, maxBacklog, turningPointMs } = task.isShort
      ? { clients: 6, workers: 18, events: 150, openTickets: 8, maxBacklog: 20, turningPointMs: 8_000 }
      : { clients: 40, workers: 160, events: 667, openTickets: 8, maxBacklog: 100, turningPointMs: 300_000 };
    const channels = await NotificationChannels.start();
    try {
      return await Deployment.run(task, { instances: task.isShort ? 2 : 3, env: channels.settings }, async (deployment) => {
        const { random, expected, problems } = deployment;
        const created = await createTown(deployment, channels, clients, workers);
        const turningPoint = Math.ceil((Date.now() + turningPointMs) / 1_000) * 1_000;
        const town: Town = { ...created, turningPoint };
        await turnChannelsOn(deployment, town);
        task.log(`${town.people.length} people are notified`);
        const fixtures = town.projects.map((project) => ({
          client: project.client.user,
          project: project.id,
          objects: project.objects,
          workers: project.workers.map(({ user }) => user),
        }));
        const load = { clients, fixtures, concurrency: 6, openTickets, ticketsOnly: true };
        const workload = await Workload.create(deployment, { ...load, onFailure: 'continue' });
        const began = performance.now();
        // What is sent again a moment later is then in quiet hours.
        const rejecting = setTimeout(() => channels.smtp.failNext(clients * openTickets), turningPoint - 1_500 - Date.now());
        deployment.cleanup.defer(() => clearTimeout(rejecting));
        for (let round = 1; round <= task.rounds; round++) {
          const before = expected.acknowledged;
          workload.start();
          const limiting = limitBacklog(deployment, workload, maxBacklog);
          await workload.reach(before + random.below(events));
          const victim = await deployment.killOne();
          await workload.reach(before + events);
          await workload.stop();
          await limiting;
          await victim.waitUntilReady();
          await waitForNone(() => countDeliveries(deployment, 'notifications'));
          await changeMemberships(deployment, town);
          const state = `${deployment.kills} kills, ${problems.count} problems, ${secondsSince(began)} s`;
          task.log(`${expected.acknowledged} events, ${state}`);
        }
        await sleep(Math.max(0, turningPoint - Date.now()));
        await waitForNone(() => countDue(deployment));
        await waitForNone(() => countDeliveries(deployment, null));
        const counts = await checkNotifications(deployment, town, channels);
        return [
          `${counts.events} events of tickets, ${town.people.length} people, ${deployment.instances.length} instances, ${deployment.kills} kills, ${secondsSince(began)} s`,
          `${counts.inbox} notifications in inboxes; over the channels ${counts.arrived} arrived, ${counts.lost} lost, ${counts.repeated} repeated`,
          `${counts.obsolete} were not sent because they were no longer true, ${counts.waiting} wait for the end of quiet hours or a digest`,
        ].join('\n');
      });
    } finally {
      await channels.stop();
    }
  },
};
