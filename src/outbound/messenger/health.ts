import type { Db } from '../../platform/database/database.ts';
import { systemRead } from '../../platform/database/database.ts';
import { deliveryHealth } from '../../platform/health/delivery-health.ts';
import { type HealthCheck, healthResult } from '../../platform/health/health-check.ts';
import { seconds } from '../../platform/lib/duration.ts';
import type { Deps } from '../../platform/module/deps.ts';
import { BotApi, BotApiError } from './bot-api.ts';
import { globalBot, listBots } from './bots.ts';
import { countPolled } from './lease.ts';
import { MessengerHealth } from './schemas.ts';

/** Messages to clients, and notifications. */
const queues = ['messages', 'notification_messages'] as const;
/** A messenger that does not respond must not delay the health page any longer. */
const timeoutMs = seconds(5);

export const messengerCheck = ({ db, config }: Deps): HealthCheck => ({
  name: 'messenger',
  level: 'shown',
  schema: MessengerHealth,
  maxAgeMs: seconds(60),
  run: async () => {
    const [{ bots, polled, sending }, { username, problem }] = await Promise.all([
      systemRead(db, async (lane) => {
        const found = await listBots(lane, config);
        return {
          bots: found.bots.size + found.unreadable,
          polled: await countPolled(lane, [...found.bots.keys()]),
          sending: await deliveryHealth(lane, queues, config.publicUrl),
        };
      }),
      identifyGlobalBot(db.read, config),
    ]);
    const reason = bots === 0 ? 'not_configured' : (problem ?? (polled < bots ? 'not_polled' : sending.reason));
    return healthResult(reason, { bot_username: username, bots, bots_polled: polled, ...sending.details });
  },
});

interface GlobalBotState {
  username: string;
  problem?: 'unreachable' | 'refused' | 'webhook';
}

/** Calls the messenger for the global bot; whether the bot has a webhook, its poller has stored. */
async function identifyGlobalBot(db: Db, config: Deps['config']): Promise<GlobalBotState> {
  const bot = globalBot(config);
  if (!bot) return { username: '' };
  const stored = await db.selectFrom('bots').select('problem').where('id', '=', bot.id).executeTakeFirst();
  try {
    const username = await new BotApi(config.messengerApiRoot).identify(bot.token, AbortSignal.timeout(timeoutMs));
    return { username, ...(stored?.problem === 'webhook' && { problem: 'webhook' }) };
  } catch (error) {
    const isUnknownToken = error instanceof BotApiError && (error.code === 401 || error.code === 404);
    return { username: '', problem: isUnknownToken ? 'refused' : 'unreachable' };
  }
}
