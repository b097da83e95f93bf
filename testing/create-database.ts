import { randomBytes } from 'node:crypto';
import pg from 'pg';

export async function connectPostgres(url: string | pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Runs a statement over a connection of its own. */
export async function runOn(url: string, statement: string): Promise<void> {
  const client = await connectPostgres(url);
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** An empty database, which the first service to start fills with its schema, or a copy of another one. */
export async function createDatabase(
  server: { url: string },
  template?: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runOn(server.url, `create database ${name} ${template ? `template ${template}` : ''}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runOn(server.url, `drop database ${name} with (force)`) };
}
