import pg from 'pg';

/**
 * Opens a connection for hours of work: no timeout that an operator has set for requests ends it, and
 * values are written in the same formats on every server.
 */
export async function openConnection(config: pg.ClientConfig, name: string): Promise<pg.Client> {
  const client = new pg.Client({ ...config, application_name: name, connectionTimeoutMillis: 10_000, keepAlive: true });
  client.on('error', () => {}); // the query that runs fails
  await client.connect();
  await client.query(`
    set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 3;
    set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`);
  return client;
}
