import type { Deps } from '../deps.ts';
import { days, hours, minutes } from '../lib/duration.ts';
import { removeExpired } from './expired.ts';
import { removeDoomedFiles, removeLeftovers } from './files.ts';
import { periodically } from './periodic.ts';
import { removeOldTickets } from './retention.ts';
import { runDueRules } from './rules.ts';

type Working = Pick<Deps, 'db' | 'storage' | 'clock' | 'config' | 'log'>;

/** The periodic work of this process: each at the start, then every so often. */
export function startJobs(deps: Working): { sweepFiles: () => void; stop: () => Promise<void> } {
  const { config, log } = deps;
  const files = periodically('file removal', minutes(1), (stopping) => removeDoomedFiles(deps, stopping), log);
  const rules = periodically('rules', config.recurringTickEvery, (stopping) => runDueRules(deps, stopping), log);
  const retention = periodically('retention', days(1), (stopping) => removeOldTickets(deps, stopping), log);
  const leftovers = periodically('leftovers of uploads', minutes(10), () => removeLeftovers(deps), log);
  const expired = periodically('expired rows', hours(1), () => removeExpired(deps), log);
  return {
    sweepFiles: files.kick,
    stop: async () => {
      await Promise.all([files.stop(), rules.stop(), retention.stop(), leftovers.stop(), expired.stop()]);
    },
  };
}
