import { limits } from '../../platform/http/schemas.ts';
import { escapeHtml } from '../../platform/lib/text.ts';
import type { Deps } from '../../platform/module/deps.ts';
import type { Reply } from '../messenger/chat-requests.ts';
import type { Chat, ChatAccount } from './accounts.ts';
import type { ChatContext } from './chat-sender.ts';
import type { ChatPrompt } from './tables.ts';
import { chatTextsIn } from './texts/texts.ts';

/** Where a question is asked: below the message of somebody, about a message with buttons. */
export type PromptPlace = Chat & { message_id: number; buttonMessageId: number };

/** What a reply to the question is about. */
type PromptSubject = Pick<ChatPrompt, 'ticket_id' | 'round' | 'quote_id'>;

/** Asks for a reason in a message that the person replies to. */
export async function askByReply(
  { db, clock, sender }: Pick<ChatContext, 'db' | 'clock' | 'sender'>,
  account: ChatAccount,
  { bot_id, chat_id, message_id, buttonMessageId }: PromptPlace,
  question: string,
  subject: PromptSubject,
  signal?: AbortSignal,
): Promise<void> {
  const options = { forceReply: chatTextsIn(account.language).reasonPlaceholder, replyTo: message_id };
  const promptId = await sender.say({ bot_id, chat_id }, escapeHtml(question), options, signal);
  await db.statement((writer) =>
    writer
      .insertInto('chat_prompts')
      .values({
        ...{ bot_id, chat_id, message_id: promptId, user_id: account.id, button_message_id: buttonMessageId },
        ...subject,
        created_at: clock(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

/** @returns the question that a reply answers; undefined: there is none, or it is forgotten */
export const findPrompt = ({ db }: Pick<Deps, 'db'>, { bot_id, chat_id, reply_to }: Reply): Promise<ChatPrompt | undefined> =>
  db.read
    .selectFrom('chat_prompts')
    .select(['user_id', 'ticket_id', 'round', 'quote_id', 'button_message_id'])
    .where('bot_id', '=', bot_id)
    .where('chat_id', '=', chat_id)
    .where('message_id', '=', reply_to)
    .executeTakeFirst();

/** @returns why a reason cannot be used, in words for the person; undefined: it can */
export function problemOfReason(account: ChatAccount, reason: string, minLength: number): string | undefined {
  const texts = chatTextsIn(account.language);
  const { length } = [...reason];
  if (length < minLength) return texts.reasonTooShort(minLength);
  return length > limits.reason ? texts.reasonTooLong(limits.reason) : undefined;
}
