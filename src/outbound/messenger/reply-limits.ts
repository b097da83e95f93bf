import type { Tx } from '../../platform/database/database.ts';
import { countAttempt, type RateLimit } from '../../platform/http/rate-limiter.ts';
import { minutes, seconds } from '../../platform/lib/duration.ts';
import type { BotReply } from './payloads.ts';

// Anybody can write to a bot: these limits bound its replies. Commands are executed without a reply as well.

const repliesPerChat: RateLimit = { name: 'bot-answers-chat', max: 1, windowMs: seconds(10) };
/** Per bot, for all chats together that are bound to no account. */
const repliesToUnboundChats: RateLimit = { name: 'bot-answers-unknown', max: 30, windowMs: seconds(10) };

/** What a chat that is bound to an account asks beside the bot's own commands. */
const requestsPerChat: RateLimit = { name: 'bot-requests', max: 60, windowMs: minutes(1) };

/** These need a bind code, and an account gets few of them, so a stranger cannot cause many. */
const unlimitedReplies: ReadonlySet<BotReply['answer']> = new Set(['bound', 'bound_worker', 'bound_admin', 'stopped']);

/**
 * Counts a reply in the transaction that handles its update, so that all instances count together.
 * @param isBoundChat whether the chat is bound to an account; called only when it matters
 * @returns the limit that the reply exceeds, or undefined when it may be sent
 */
export async function countReply(
  tx: Tx,
  { bot_id, chat_id, answer }: BotReply,
  isBoundChat: () => Promise<boolean>,
  now: Date,
): Promise<RateLimit | undefined> {
  const ofChat = await countAttempt(tx, { limit: repliesPerChat, subject: `${bot_id} ${chat_id}` }, now);
  if (unlimitedReplies.has(answer)) return undefined;
  if (!ofChat.admitted) return repliesPerChat;
  if (answer === 'bound_here' || (await isBoundChat())) return undefined;
  const { admitted } = await countAttempt(tx, { limit: repliesToUnboundChats, subject: String(bot_id) }, now);
  return admitted ? undefined : repliesToUnboundChats;
}

/** Counts a request of a chat. @returns the limit that it exceeds, or undefined when it may be carried out */
export async function countRequest(tx: Tx, botId: number, chatId: number, now: Date): Promise<RateLimit | undefined> {
  const { admitted } = await countAttempt(tx, { limit: requestsPerChat, subject: `${botId} ${chatId}` }, now);
  return admitted ? undefined : requestsPerChat;
}
