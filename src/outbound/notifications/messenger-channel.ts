import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { configuredBaseUrl } from '../../platform/http/public-url.ts';
import type { Deps } from '../../platform/module/deps.ts';
import { hasRequiredSecondFactor } from '../../product/identity/auth/required-second-factor.ts';
import { tenantOf } from '../../product/tenant.ts';
import { BotApi, BotApiError } from '../messenger/bot-api.ts';
import { type Bot, ownOrGlobalBot, UnreadableToken } from '../messenger/bots.ts';
import { requireRejection } from '../messenger/refused-chats.ts';
import { SendThrottle } from '../messenger/send-throttle.ts';
import { handlesButtons, isPrivateChat, mayAct, ticketButtons } from '../messenger/ticket-buttons.ts';
import { renderChatMessage } from './chat-message.ts';
import { composeText } from './compose.ts';
import type { Item, SendMessage } from './send-handler.ts';
import { notificationTextsIn } from './texts/texts.ts';

/** Sends to the chat that the account has bound. */
export function createMessengerChannel(deps: Pick<Deps, 'db' | 'config' | 'clock' | 'log' | 'subscriptions'>): SendMessage {
  const { db, config, clock, subscriptions } = deps;
  const api = new BotApi(config.messengerApiRoot);
  const throttle = new SendThrottle();
  return async (userId, items, signal) => {
    const account = await findChat(db.read, config, userId);
    const bot = account && findBot(config, account);
    if (!bot || !account.messenger_target || account.messenger_refused_at !== null) return 'no_chat';
    const { messenger_target: chat } = account;
    const texts = notificationTextsIn(account.language);
    const console = `${configuredBaseUrl(config)}/app/`;
    const messageTexts = items.map((item) => composeText(texts, item, console));
    const message = { botId: bot.id, chat, kind: 'notification', tenant: await tenantOf(db, account) } as const;
    throttle.requireFree(message);
    const ticketId = handlesButtons(subscriptions) && isPrivateChat(chat) && account.may_act ? onlyTicketOf(items) : undefined;
    const buttons = ticketId === undefined ? [] : await ticketButtons(db.read, account, ticketId, account.language, clock());
    const startedAt = performance.now();
    try {
      await api.send(bot.token, chat, renderChatMessage(texts, messageTexts, `${console}notifications`), signal, { buttons });
      return undefined;
    } catch (error) {
      if (!(error instanceof BotApiError)) throw error;
      throttle.recordFailure(message, error, performance.now() - startedAt);
      await requireRejection(deps, { id: userId, target: chat }, error);
      return 'rejected';
    }
  };
}

/** @returns the ticket of a message about one; undefined for a digest of several, or of none */
function onlyTicketOf(items: Item[]): number | undefined {
  const [ticketId, ...others] = new Set(items.map(({ ticket_id }) => ticket_id));
  return others.length > 0 ? undefined : (ticketId ?? undefined);
}

const findChat = (db: Db, config: Deps['config'], userId: string) =>
  db
    .selectFrom('users')
    .select(['id', 'role', 'messenger_target', 'messenger_refused_at', 'bot_id', 'bot_token', 'language'])
    .select(sql<boolean>`${mayAct} and ${hasRequiredSecondFactor(config, 'users')}`.as('may_act'))
    .where('id', '=', userId)
    .executeTakeFirst();

type Chat = NonNullable<Awaited<ReturnType<typeof findChat>>>;

function findBot(config: Deps['config'], account: Chat): Bot | undefined {
  try {
    return ownOrGlobalBot(config, account);
  } catch (error) {
    if (error instanceof UnreadableToken) return undefined;
    throw error;
  }
}
