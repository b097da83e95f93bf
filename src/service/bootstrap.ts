import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../platform/config/config.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openDatabase } from '../platform/database/open.ts';
import { systemClock } from '../platform/lib/clock.ts';
import { createFirstAdmin } from '../product/users/first-admin.ts';
import { type Connection, connectDatabase } from './connect-database.ts';

/** Connects to the database, applies migrations and creates the first admin. */
export async function prepareDatabase(config: Config, log: Logger, onLost: (error: Error) => void): Promise<Connection> {
  const connection = await connectDatabase(config, log, onLost);
  try {
    await migrate(connection.config, log);
    if (config.firstAdmin) await addFirstAdmin(connection.config, config.firstAdmin, log);
    return connection;
  } catch (error) {
    await connection.stop();
    throw error;
  }
}

async function addFirstAdmin(to: pg.ClientConfig, admin: NonNullable<Config['firstAdmin']>, log: Logger): Promise<void> {
  const db = openDatabase(to, log);
  try {
    if (await createFirstAdmin(db, admin, systemClock())) log.info({ email: admin.email }, 'first admin created');
  } finally {
    await db.close();
  }
}
