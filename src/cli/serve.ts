import { loadConfig, processEnvironment } from '../platform/config/config.ts';
import { runService } from '../service/run.ts';
import type { Command } from './command.ts';

export const command: Command = {
  summary: 'Runs the service with the settings of the environment alone; what containers and systemd run.',
  run: async () => {
    await runService(loadConfig(processEnvironment()));
  },
};
