import { runQuickStart } from '../service/quick-start.ts';
import type { Command } from './command.ts';
import { supervise } from './supervise.ts';

export const command: Command = {
  summary: 'Runs the service on a bare machine: writes .env, starts a database of its own, and restarts after a crash.',
  flags: {
    unsupervised: 'runs the service in this process, without a restart after a crash',
    restarted: 'does not print the address and the login again',
  },
  run: async ({ flags }) => {
    if (!flags.has('unsupervised')) return supervise();
    await runQuickStart({ isRestart: flags.has('restarted') });
    return undefined;
  },
};
