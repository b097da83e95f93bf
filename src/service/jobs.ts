import { remindOfNewTickets } from '../outbound/reminders/reminders.ts';
import type { Deps } from '../platform/capability/deps.ts';
import { recorded } from '../platform/jobs/job-results.ts';
import { type Periodic, periodically } from '../platform/jobs/periodic.ts';
import { days, hours, minutes, seconds } from '../platform/lib/duration.ts';
import { removeExpired } from '../product/auth/delete-expired.ts';
import { removeDoomedFiles, removeLeftovers } from '../product/photos/file-deletion.ts';
import { runDueRules } from '../product/recurring/run-due-rules.ts';
import { removeOldTickets } from '../product/tickets/retention.ts';

type Working = Pick<Deps, 'db' | 'storage' | 'clock' | 'config' | 'outbox' | 'metrics' | 'log'>;

/** The periodic work: each at the start, then every so often. */
export function startJobs(deps: Working): { sweepFiles: () => void; stop: () => Promise<void> } {
  const { config } = deps;
  const every = (interval: number, name: string, run: (stopping: AbortSignal) => Promise<unknown>): Periodic =>
    periodically(name, interval, run, deps);
  const files = every(seconds(20), 'file removal', (stopping) => removeDoomedFiles(deps, stopping));
  const others = [
    every(config.recurringTickEvery, 'rules', (stopping) => recorded(deps, 'rules', () => runDueRules(deps, stopping))),
    every(config.messengerTickEvery, 'reminders', (stopping) => remindOfNewTickets(deps, stopping)),
    every(days(1), 'retention', async (stopping) => {
      if ((await recorded(deps, 'retention', () => removeOldTickets(deps, stopping))) > 0) files.kick();
    }),
    every(minutes(10), 'leftovers of uploads', () => removeLeftovers(deps)),
    every(hours(1), 'expired rows', () => removeExpired(deps)),
  ];
  return {
    sweepFiles: files.kick,
    stop: async () => {
      await Promise.all([files, ...others].map((job) => job.stop()));
    },
  };
}
