import type pg from 'pg';
import { destroyConnection } from './prepared-statements.ts';

/** Of statements of the service itself whose time grows with the data. */
export const longStatementMs = 55_000;
/** Less than a request waits for an answer (database.ts). Almost all statements take milliseconds. */
export const requestStatementMs = 8_000;
const setupTimeoutMs = 5_000;

/**
 * For reads whose time grows with the data. Several processes for one of them would take the cores from everybody else, and their
 * start takes longer than they save. Data is in memory or on solid state disks: by default a bitmap of an index looks dearer than all rows.
 */
export const heavyReadSettings = { max_parallel_workers_per_gather: '0', random_page_cost: '1.1' };

/**
 * The PostgreSQL settings of every pooled connection: the form of timestamps that pg-types.ts reads, and timeouts.
 * @param timeoutMs for one statement
 */
export const connectionSettings = (timeoutMs = longStatementMs): Record<string, string> => ({
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  jit: 'off',
  statement_timeout: `${timeoutMs}`,
  idle_in_transaction_session_timeout: '60s',
});

const readOnlyTransaction = '25006';

/** Whether a standby, or a primary that has become one, refused a write. Nothing of its transaction was done. */
export const isReadOnlyError = (error: unknown): boolean => (error as { code?: string }).code === readOnlyTransaction;

interface Standby {
  standby: boolean;
}
const standbyQuery = 'select pg_is_in_recovery() as standby';

/** @throws with SQLSTATE 25006 when the server is a standby, whose rows may be old: after a failover an address may lead to it */
export async function requirePrimary(client: pg.ClientBase): Promise<void> {
  refuseStandby(await client.query<Standby>(standbyQuery));
}

function refuseStandby(result: pg.QueryResult<Standby> | undefined): void {
  if (!result?.rows[0]?.standby) return;
  throw Object.assign(new Error('the server is a standby, which accepts no writes'), { code: readOnlyTransaction });
}

/**
 * Applies the settings to a connection that has just opened. They are no startup parameters: `options` in DATABASE_URL
 * would replace them, and poolers refuse or drop `options`.
 * @param timeoutMs for one statement
 * @param more settings of the pool
 * @param server which server it may be
 * @throws whatever the server refuses; 25006 when it is a standby and must not be; ETIMEDOUT when it does not answer
 */
export async function configureConnection(
  client: pg.Client,
  timeoutMs?: number,
  more: Record<string, string> = {},
  server: 'primary' | 'any' = 'primary',
): Promise<void> {
  const statements = Object.entries({ ...connectionSettings(timeoutMs), ...more }).map(
    ([name, value]) => `set ${name} = '${value}'`,
  );
  const timer = setTimeout(destroyConnection, setupTimeoutMs, client);
  try {
    const results: unknown = await client.query([...statements, standbyQuery].join('; '));
    if (server === 'primary') refuseStandby((results as pg.QueryResult<Standby>[]).at(-1));
  } finally {
    clearTimeout(timer);
  }
}
