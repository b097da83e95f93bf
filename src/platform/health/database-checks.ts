import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { countMissing } from '../database/migrate.ts';
import { seconds } from '../lib/duration.ts';
import { type HealthCheck, healthResult } from './health-check.ts';

/** Check that the database responds, that all migrations of this version are applied, and that a write is committed. */
export const databaseChecks = (db: Database): HealthCheck[] => [
  {
    name: 'database',
    level: 'ready',
    maxAgeMs: 500,
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
  {
    // A primary without the standbys that it must wait for answers reads, and no commit ends.
    name: 'writes',
    level: 'healthy',
    maxAgeMs: seconds(2),
    run: async () => {
      await db.counters.statement((one) => sql`select pg_logical_emit_message(true, 'callout', '')`.execute(one));
      return healthResult('working', {});
    },
  },
];
