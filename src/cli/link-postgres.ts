import { findBinaries } from '../appliance/embedded-postgres/binaries.ts';
import type { Command } from './command.ts';

export const command: Command = {
  summary: 'Prepares the embedded PostgreSQL after an installation into folders that the service may not change.',
  run: async () => {
    if (!findBinaries({ postgresBin: '', searchPath: '' }))
      throw new Error('no PostgreSQL for this machine: the service needs DATABASE_URL');
    return 0;
  },
};
