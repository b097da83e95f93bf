import type { Db } from '../../platform/database/database.ts';
import type { Outcome } from '../../platform/deliveries/attempt-delivery.ts';
import type { DeliveryHandlers, QueuePolicy } from '../../platform/deliveries/worker.ts';
import { configuredBaseUrl } from '../../platform/http/public-url.ts';
import { minutes } from '../../platform/lib/duration.ts';
import type { Deps } from '../../platform/module/deps.ts';
import { textsIn } from '../texts/texts.ts';
import { BotApi, BotApiError } from './bot-api.ts';
import { type Bot, findBot, ownOrGlobalBot, UnreadableToken } from './bots.ts';
import { reminderText, ruleTicketText } from './messages.ts';
import type { BotReply, TicketNotification } from './payloads.ts';
import { findLanguage } from './queries.ts';
import { requireRejection } from './refused-chats.ts';
import { SendThrottle, type ThrottledMessage } from './send-throttle.ts';

/** Nobody waits for a reply any more after this time. */
const maxReplyAgeMs = minutes(5);

/** Of notifications and of answers, each. */
export const messagePolicy: QueuePolicy = { concurrency: 4, perTenant: 1 };

type SendDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'log'>;

/** Sends notifications and replies over the Bot API. Both count for its limits, so they share a throttle. */
export function createMessengerHandlers(deps: SendDeps): Pick<DeliveryHandlers, 'messages' | 'answers'> {
  const api = new BotApi(deps.config.messengerApiRoot);
  const throttle = new SendThrottle();

  async function send(bot: Bot, to: Omit<ThrottledMessage, 'botId'>, text: string, signal?: AbortSignal): Promise<void> {
    const message = { ...to, botId: bot.id };
    throttle.requireFree(message);
    const startedAt = performance.now();
    try {
      await api.send(bot.token, to.chat, text, signal);
    } catch (error) {
      if (error instanceof BotApiError) throttle.recordFailure(message, error, performance.now() - startedAt);
      throw error;
    }
  }

  async function sendNotification(notification: TicketNotification, signal?: AbortSignal): Promise<Outcome> {
    const ticket = await findTicket(deps.db.read, notification.ticket_id);
    if (!ticket?.is_active || ticket.target === '' || ticket.messenger_refused_at !== null) return 'dropped';
    const isReminder = notification.kind === 'reminder';
    // A later reminder is enqueued already when the time differs, and one is enough.
    if (isReminder && (ticket.status !== 'new' || ticket.reminded_at !== notification.waited_until)) return 'dropped';
    const bot = botOfClient(deps, ticket);
    if (!bot) return 'dropped';
    const link = `${configuredBaseUrl(deps.config)}/app/tickets/${ticket.id}`;
    const text = (isReminder ? reminderText : ruleTicketText)(textsIn(ticket.language), ticket, link, deps.clock());
    try {
      await send(bot, { chat: ticket.target, kind: 'notification', tenant: ticket.client_id }, text, signal);
      return 'sent';
    } catch (error) {
      if (!(error instanceof BotApiError)) throw error;
      await requireRejection(deps, { id: ticket.client_id, target: ticket.target, ticket: ticket.id }, error);
      return 'dropped';
    }
  }

  async function sendReply(
    { bot_id, chat_id, user_id, callback_id, answer }: BotReply,
    causedAt: string,
    signal?: AbortSignal,
  ): Promise<Outcome> {
    if (deps.clock().getTime() - Date.parse(causedAt) > maxReplyAgeMs) return 'dropped';
    const bot = await findBot(deps.db.read, deps.config, bot_id);
    if (!bot) return 'dropped';
    const { botReplies } = textsIn(user_id === undefined ? null : await findLanguage(deps.db.read, user_id));
    try {
      if (callback_id !== undefined) await api.answerButton(bot.token, callback_id, botReplies[answer], signal);
      else await send(bot, { chat: String(chat_id), kind: 'reply' }, botReplies[answer], signal);
      return 'sent';
    } catch (error) {
      if (error instanceof BotApiError && error.isRejection) return 'dropped';
      throw error;
    }
  }

  return {
    messages: {
      handler: ({ payload }, signal) => sendNotification(payload, signal),
      recordAs: 'messages',
      policy: messagePolicy,
    },
    // A reply that was sent also shows on the health page that the messenger accepts messages.
    answers: {
      handler: ({ payload, created_at }, signal) => sendReply(payload, created_at, signal),
      recordAs: 'messages',
      policy: messagePolicy,
    },
  };
}

type TicketWithClient = NonNullable<Awaited<ReturnType<typeof findTicket>>>;

function findTicket(db: Db, id: number) {
  return db
    .selectFrom('tickets as t')
    .innerJoin('users as u', 'u.id', 't.client_id')
    .innerJoin('projects as p', 'p.id', 't.project_id')
    .innerJoin('objects as o', 'o.id', 't.object_id')
    .select(['t.id', 't.status', 't.description', 't.category', 't.priority', 't.floor', 't.address', 't.created_at'])
    .select(['t.reminded_at', 'o.name as object_name', 'p.name as project_name'])
    .select([
      't.client_id',
      'u.is_active',
      'u.messenger_target as target',
      'u.messenger_refused_at',
      'u.bot_id',
      'u.bot_token',
      'u.language',
    ])
    .where('t.id', '=', id)
    .executeTakeFirst();
}

function botOfClient({ config, log }: SendDeps, { client_id, bot_id, bot_token }: TicketWithClient): Bot | undefined {
  try {
    return ownOrGlobalBot(config, { id: client_id, bot_id, bot_token });
  } catch (error) {
    if (!(error instanceof UnreadableToken)) throw error;
    log.error({ user: client_id, reason: error.message }, 'a notification is dropped');
    return undefined;
  }
}
