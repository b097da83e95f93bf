import { connectDatabase, migrateDatabase } from '../service/connect-database.ts';
import { type Command, commandContext } from './command.ts';

export const command: Command = {
  summary: 'Brings the database schema up to date and exits; the service does the same when it starts.',
  run: async () => {
    const { config, log } = commandContext();
    const connection = await connectDatabase(config, log);
    try {
      await migrateDatabase(connection, log);
      log.info('the schema is up to date');
    } finally {
      await connection[Symbol.asyncDispose]();
    }
  },
};
