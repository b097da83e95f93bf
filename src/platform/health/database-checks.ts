import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { countMissing } from '../database/migrate.ts';
import { seconds } from '../lib/duration.ts';
import { type HealthCheck, healthResult } from './health-check.ts';

/** Check that the database responds and that all migrations of this version are applied. */
export const databaseChecks = (db: Database): HealthCheck[] => [
  {
    name: 'database',
    level: 'ready',
    maxAgeMs: seconds(2),
    run: async () => {
      await sql`select 1`.execute(db.read);
      return healthResult('working', {});
    },
  },
  {
    name: 'migrations',
    level: 'ready',
    maxAgeMs: seconds(15),
    run: async () => {
      const missing = await countMissing(db.read);
      if (missing > 0) throw new Error(`${missing} migrations are missing`);
      return healthResult('working', {});
    },
  },
];
