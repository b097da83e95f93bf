import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/database/open.ts';
import { notFound } from '../../platform/http/errors.ts';
import { globalBot, sealingKey } from './bots.ts';
import type { MessengerStatus } from './schemas.ts';

/** @throws 404 the account is gone */
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
    token_configurable: sealingKey(config) !== undefined,
  };
}

/** Empty when the bot was not identified yet. */
export async function findBotName(db: Db, botId: number): Promise<string> {
  const bot = await db.selectFrom('bots').select('username').where('id', '=', botId).executeTakeFirst();
  return bot?.username ?? '';
}
