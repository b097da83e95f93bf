import { modules } from '../modules.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { systemClock } from '../platform/lib/clock.ts';
import { countOpenSessions, endAllSessions } from '../product/identity/auth/end-all-sessions.ts';
import { attachDatabase } from '../service/connect-database.ts';
import { type Command, commandContext, UsageError } from './command.ts';

const by = 'callout sessions';

export const command: Command = {
  summary: 'Prints how many sessions are open, or ends all of them at once, while the service runs.',
  usage: '[--end-all [--api-tokens]]',
  details: 'Everybody signs in again. Passwords and second factors stay as they are.',
  flags: {
    'end-all': 'ends all sessions and voids access tokens, reset tokens and codes for messengers',
    'api-tokens': 'with --end-all: revokes the personal API tokens of all accounts as well',
  },
  run: async ({ flags }) => {
    const withApiTokens = flags.has('api-tokens');
    if (withApiTokens && !flags.has('end-all')) throw new UsageError('--api-tokens needs --end-all');
    const { config, log } = commandContext();
    const connection = await attachDatabase(config, log);
    try {
      const db = openDatabase(connection.owner, log);
      try {
        if (flags.has('end-all')) console.log(await endAll(db, withApiTokens));
        else console.log(`open sessions: ${await countOpenSessions(db.read, systemClock())}`);
      } finally {
        await db.close();
      }
    } finally {
      await connection[Symbol.asyncDispose]();
    }
    return 0;
  },
};

/** @returns a line that says what was ended */
async function endAll(db: Database, withApiTokens: boolean): Promise<string> {
  const now = systemClock();
  const { sessions, resetTokens } = await endAllSessions(db, by, now);
  const ended = [`sessions ended: ${sessions}`, `reset tokens voided: ${resetTokens}`];
  for (const { credentials } of modules) {
    if (!credentials || (credentials.isOptional && !withApiTokens)) continue;
    const revoked = await db.transaction((tx) => credentials.revokeAll(tx, by, now));
    ended.push(`${credentials.name}: ${revoked}`);
  }
  return ended.join(', ');
}
