import { spawnSync } from 'node:child_process';
import type pg from 'pg';
import { attachDatabase } from '../service/connect-database.ts';
import { type Command, commandContext, exitCodes } from './command.ts';

export const command: Command = {
  summary: 'Opens a shell on the database of the service with psql, or prints its address where psql is not installed.',
  usage: '[-- ARGUMENTS OF PSQL]',
  details: 'As the owner of the tables, while the service runs or not: callout psql -- -c "select count(*) from tickets"',
  positionals: 'any',
  run: async ({ positionals }) => {
    const { config, log } = commandContext();
    const connection = await attachDatabase(config, log);
    try {
      return openShell(connection.owner, positionals);
    } finally {
      await connection[Symbol.asyncDispose]();
    }
  },
};

function openShell({ connectionString, host, port, user, database }: pg.ClientConfig, args: readonly string[]): number {
  const address =
    connectionString ?? `postgresql:///${database}?host=${encodeURIComponent(String(host))}&port=${port}&user=${user}`;
  const { status, error } = spawnSync('psql', ['-d', address, ...args], { stdio: 'inherit' });
  if (error && 'code' in error && error.code === 'ENOENT') {
    console.log(withoutPassword(address));
    return 0;
  }
  return status ?? exitCodes.failed;
}

/** What is printed is kept in logs and scrollback. */
function withoutPassword(address: string): string {
  const url = URL.parse(address);
  if (!url?.password) return address;
  url.password = '';
  return url.href;
}
