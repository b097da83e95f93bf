import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/errors.ts';
import type { Language } from '../../platform/lib/languages.ts';
import { encryptionKey } from '../../platform/security/encryption.ts';
import { globalBot } from './bots.ts';
import type { MessengerStatus } from './schemas.ts';

/** @returns the messenger settings of an account @throws 404 when it was deleted */
export async function getStatus(db: Db, config: Config, userId: string): Promise<MessengerStatus> {
  const user = await db
    .selectFrom('users')
    .select(['messenger_target', 'messenger_refused_at', 'bot_id'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) throw notFound('profile');
  const botId = user.bot_id ?? globalBot(config)?.id;
  return {
    bot_username: botId === undefined ? '' : await findBotName(db, botId),
    bound: user.messenger_target !== '' && user.messenger_refused_at === null,
    enabled: botId !== undefined,
    has_bot_token: user.bot_id !== null,
    target: user.messenger_target,
    token_configurable: encryptionKey(config) !== undefined,
  };
}

/** @returns the language of an account; null when none was chosen or the account was deleted */
export async function findLanguage(db: Db, userId: string): Promise<Language | null> {
  const user = await db.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirst();
  return user?.language ?? null;
}

/** @returns the username of a bot; empty until it was identified */
export async function findBotName(db: Db, botId: number): Promise<string> {
  const bot = await db.selectFrom('bots').select('username').where('id', '=', botId).executeTakeFirst();
  return bot?.username ?? '';
}
