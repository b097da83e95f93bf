import type { KeyObject } from 'node:crypto';
import { createHash, createSecretKey } from 'node:crypto';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/database/open.ts';
import { decrypt } from '../../platform/security/encryption.ts';

/** A bot with the token that speaks for it. */
export interface Bot {
  id: number;
  token: string;
}

/**
 * What tells bots apart: 48 bits of a hash of the token. The number before its colon would do
 * with the real messenger, where a bot has one token; a hash needs to trust nobody for that.
 */
export const botIdOf = (token: string): number => createHash('sha256').update(token).digest().readUIntBE(0, 6);

export const globalBot = ({ messengerBotToken: token }: Config): Bot | undefined =>
  token ? { id: botIdOf(token), token } : undefined;

export const sealingKey = ({ dataEncryptionKey }: Config): KeyObject | undefined =>
  dataEncryptionKey && createSecretKey(dataEncryptionKey);

/** A bot of somebody's own whose token cannot be read: the key is another one than when it was saved. */
export class UnreadableToken extends Error {}

/**
 * The bot that speaks to an account: its own if connected, else the global one (docs/rules.md, Notifications).
 * @throws UnreadableToken
 */
export async function botOf(db: Db, config: Config, userId: string): Promise<Bot | undefined> {
  const user = await db.selectFrom('users').select(['id', 'bot_id', 'bot_token']).where('id', '=', userId).executeTakeFirst();
  return user && ownOrGlobal(config, user);
}

interface Connected {
  id: string;
  bot_id: number | null;
  bot_token: Buffer | null;
}

/** @throws UnreadableToken */
export function ownOrGlobal(config: Config, user: Connected): Bot | undefined {
  if (user.bot_id === null || user.bot_token === null) return globalBot(config);
  const token = openToken(config, user.id, user.bot_token);
  if (token === undefined) throw new UnreadableToken('DATA_ENCRYPTION_KEY does not open the stored bot token');
  return { id: user.bot_id, token };
}

function openToken(config: Config, userId: string, sealed: Buffer): string | undefined {
  const key = sealingKey(config);
  return key && decrypt(key, sealed, userId);
}

const whoseBotIsHeard = (db: Db) =>
  db.selectFrom('users').select(['id', 'bot_id', 'bot_token']).where('bot_id', 'is not', null).where('is_active', '=', true);

/** One of the bots that are to be heard. */
export async function findBot(db: Db, config: Config, id: number): Promise<Bot | undefined> {
  const shared = globalBot(config);
  if (shared?.id === id) return shared;
  const users = await whoseBotIsHeard(db).where('bot_id', '=', id).execute();
  return openBots(config, users).bots.get(id);
}

/** All bots that are to be heard, each once, and how many accounts' tokens cannot be read. */
export async function listBots(db: Db, config: Config): Promise<{ bots: Map<number, Bot>; unreadable: number }> {
  const { bots, unreadable } = openBots(config, await whoseBotIsHeard(db).execute());
  const shared = globalBot(config);
  if (shared) bots.set(shared.id, shared);
  return { bots, unreadable };
}

function openBots(config: Config, users: Connected[]): { bots: Map<number, Bot>; unreadable: number } {
  const bots = new Map<number, Bot>();
  let unreadable = 0;
  for (const { id, bot_id, bot_token } of users) {
    const token = bot_token && openToken(config, id, bot_token);
    if (token && bot_id !== null) bots.set(bot_id, { id: bot_id, token });
    else unreadable++;
  }
  return { bots, unreadable };
}
