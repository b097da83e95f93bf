import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/database/database.ts';
import { decryptionKeys, decryptWithAny } from '../../platform/security/encryption.ts';
import { tenantOfAccount } from '../../product/tenant.ts';

export interface Bot {
  id: number;
  /** authorizes calls of the Bot API */
  token: string;
}

/** A bot that is to be polled. */
export interface PolledBot extends Bot {
  /** of the account whose own bot it is; empty: the global bot */
  tenant: string;
}

/**
 * The id of a bot: 48 bits of a hash of its token. The number at the start of a token is unique with Telegram, but
 * other Bot API servers do not guarantee that.
 */
export const botIdOf = (token: string): number => createHash('sha256').update(token).digest().readUIntBE(0, 6);

/** The bot of MESSENGER_BOT_TOKEN, for all accounts without one of their own. */
export const globalBot = ({ messengerBotToken: token }: Config): Bot | undefined =>
  token ? { id: botIdOf(token), token } : undefined;

/** The token of an account's own bot was encrypted with another key. */
export class UnreadableToken extends Error {}

/** @returns the bot that sends to an account (docs/rules.md, Notifications), if any @throws UnreadableToken */
export async function botOfAccount(db: Db, config: Config, userId: string): Promise<Bot | undefined> {
  const user = await db.selectFrom('users').select(['id', 'bot_id', 'bot_token']).where('id', '=', userId).executeTakeFirst();
  return user && ownOrGlobalBot(config, user);
}

interface AccountWithBot {
  id: string;
  bot_id: number | null;
  bot_token: Buffer | null;
}

/** @throws UnreadableToken */
export function ownOrGlobalBot(config: Config, user: AccountWithBot): Bot | undefined {
  if (user.bot_id === null || user.bot_token === null) return globalBot(config);
  const token = decryptToken(config, user.id, user.bot_token);
  if (token === undefined) throw new UnreadableToken('DATA_ENCRYPTION_KEY does not decrypt the stored bot token');
  return { id: user.bot_id, token };
}

const decryptToken = (config: Config, userId: string, encrypted: Buffer): string | undefined =>
  decryptWithAny(decryptionKeys(config), encrypted, userId);

const activeAccountsWithBot = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'bot_id', 'bot_token', tenantOfAccount(sql.ref('users.id')).as('tenant')])
    .where('bot_id', 'is not', null)
    .where('is_active', '=', true);

/** @returns a bot that is to be polled: the global one or that of an active account */
export async function findBot(db: Db, config: Config, id: number): Promise<Bot | undefined> {
  const shared = globalBot(config);
  if (shared?.id === id) return shared;
  const users = await activeAccountsWithBot(db).where('bot_id', '=', id).execute();
  return decryptBots(config, users).bots.get(id);
}

/** @returns all bots that are to be polled, by id, and the number of accounts with an unreadable token */
export async function listBots(db: Db, config: Config): Promise<{ bots: Map<number, PolledBot>; unreadable: number }> {
  const { bots, unreadable } = decryptBots(config, await activeAccountsWithBot(db).execute());
  const shared = globalBot(config);
  if (shared) bots.set(shared.id, { ...shared, tenant: '' });
  return { bots, unreadable };
}

function decryptBots(config: Config, users: (AccountWithBot & { tenant: string | null })[]) {
  const bots = new Map<number, PolledBot>();
  let unreadable = 0;
  for (const { id, bot_id, bot_token, tenant } of users) {
    const token = bot_token && decryptToken(config, id, bot_token);
    if (token && bot_id !== null) bots.set(bot_id, { id: bot_id, token, tenant: tenant ?? id });
    else unreadable++;
  }
  return { bots, unreadable };
}
