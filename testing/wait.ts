import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../src/platform/database/database.ts';

/** Calls `look` every 10 ms. @returns its first truthy result @throws when there is none within the timeout */
export async function waitFor<T>(look: () => T | Promise<T>, timeoutMs = 30_000): Promise<Exclude<T, false | null | undefined>> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found) return found as Exclude<T, false | null | undefined>;
    if (performance.now() > end) throw new Error(`not within ${timeoutMs} ms: ${look}`);
    await sleep(10);
  }
}

/** Waits until a statement of this database waits for a lock. */
export async function waitForLockWait(db: Database): Promise<void> {
  await waitFor(async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db.read);
    return rows.length > 0;
  }, 30_000);
}
