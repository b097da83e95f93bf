import type { Tx } from '../../platform/database/open.ts';
import { countAttempt, type RateLimit } from '../../platform/http/rate-limiter.ts';
import { seconds } from '../../platform/lib/duration.ts';
import type { Answer } from './payloads.ts';

// Anybody can write to a bot: these limits bound what it sends in return. Commands are obeyed in any case.

const answersPerChat: RateLimit = { name: 'bot-answers-chat', max: 1, windowMs: seconds(10) };
/** Per bot, for all chats together that are bound to no account. */
const answersToUnknownChats: RateLimit = { name: 'bot-answers-unknown', max: 30, windowMs: seconds(10) };

/** They need a bind code, of which an account gets few, so a stranger cannot cause many of them. */
const unlimitedAnswers: ReadonlySet<Answer['answer']> = new Set(['bound', 'stopped']);

/**
 * Counts an answer in the transaction that handles its update, so that all instances count together.
 * @param isBoundChat looks up whether the chat is bound to an account; called only when that matters
 * @returns the limit for which the answer is not sent, or undefined when it is
 */
export async function countAnswer(
  tx: Tx,
  { bot_id, chat_id, answer }: Answer,
  isBoundChat: () => Promise<boolean>,
  now: Date,
): Promise<RateLimit | undefined> {
  const ofChat = await countAttempt(tx, answersPerChat, `${bot_id} ${chat_id}`, now);
  if (unlimitedAnswers.has(answer)) return undefined;
  if (!ofChat.admitted) return answersPerChat;
  if (answer === 'bound_here' || (await isBoundChat())) return undefined;
  const { admitted } = await countAttempt(tx, answersToUnknownChats, String(bot_id), now);
  return admitted ? undefined : answersToUnknownChats;
}
