import pg from 'pg';
import type { CopiedTable } from './database.ts';

/** What lets its holder in, or read, without a password. Tables that came with later migrations are missing in older backups. */
const credentialTables = ['refresh_sessions', 'reset_tokens', 'bind_codes', 'api_tokens', 'calendar_tokens', 'oidc_sign_ins'];

/** In seconds since then, token versions fit an integer until 2088. */
const versionsStartAt = Date.UTC(2020, 0);

/**
 * Ends all sessions and deletes all tokens and one-time codes that a backup contains: they may have been revoked after it was
 * made, and so may invitations of deputies. Webhooks are disabled for the same reason: their owners enable those that they still want. Recovery codes of the second
 * factor stay, since without its device they are the only way in.
 */
export async function endSessions(client: pg.Client, tables: readonly CopiedTable[], now: Date): Promise<void> {
  for (const { name } of tables.filter(({ name }) => credentialTables.includes(name))) {
    await client.query(`delete from ${pg.escapeIdentifier(name)}`);
  }
  if (tables.some(({ name }) => name === 'account_grants'))
    await client.query('delete from account_grants where deputy_id is null');
  if (tables.some(({ name }) => name === 'webhooks')) {
    const set = "is_active = false, disabled_reason = 'restore', disabled_at = $1";
    await client.query(`update webhooks set ${set} where is_active`, [now]);
  }
  // Access tokens carry the version. It must be one that the service did not reach between the backup and now.
  const version = Math.floor((now.getTime() - versionsStartAt) / 1_000);
  await client.query('update users set token_version = greatest(token_version + 1, $1)', [version]);
}
