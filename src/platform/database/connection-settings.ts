import type pg from 'pg';
import { destroyConnection } from './prepared-statements.ts';

/** Below the 60 s that an answer may take. */
const statementTimeoutMs = 55_000;
/** Reads by key and first pages take milliseconds; one that does not must not hold up those behind it for long. */
export const readTimeoutMs = 10_000;
const setupTimeoutMs = 5_000;

/**
 * The PostgreSQL settings of every pooled connection: the form of timestamps that pg-types.ts reads, and timeouts.
 * @param timeoutMs for one statement
 */
export const connectionSettings = (timeoutMs = statementTimeoutMs): Record<string, string> => ({
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  jit: 'off',
  statement_timeout: `${timeoutMs}`,
  idle_in_transaction_session_timeout: '60s',
});

/**
 * Applies the settings to a connection that has just opened. They are no startup parameters: `options` in DATABASE_URL
 * would replace them, and poolers refuse or drop `options`.
 * @param timeoutMs for one statement
 * @throws whatever the server refuses; ETIMEDOUT when it does not answer
 */
export async function configureConnection(client: pg.Client, timeoutMs?: number): Promise<void> {
  const statements = Object.entries(connectionSettings(timeoutMs)).map(([name, value]) => `set ${name} = '${value}'`);
  const timer = setTimeout(destroyConnection, setupTimeoutMs, client);
  try {
    await client.query(statements.join('; '));
  } finally {
    clearTimeout(timer);
  }
}
