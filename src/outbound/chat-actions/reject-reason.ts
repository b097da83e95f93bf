import type { Deps } from '../../platform/capability/deps.ts';
import { limits } from '../../platform/http/schemas.ts';
import { escapeHtml } from '../../platform/lib/text.ts';
import type { PresentedTicket } from '../../product/tickets/queries.ts';
import type { Reply } from '../messenger/chat-requests.ts';
import { accountsOfChat, boundAccounts, type Chat, type ChatAccount, textWithoutAccount } from './accounts.ts';
import type { ChatSender } from './chat-sender.ts';
import { findVisible, jobMessage, statusWord, titleOf } from './job-message.ts';
import { carryOut } from './operations.ts';
import { chatTextsIn } from './texts/texts.ts';

type PromptContext = Pick<Deps, 'db' | 'clock' | 'config' | 'subscriptions'> & { sender: ChatSender };

/** As over HTTP. */
const minReasonLength = 5;

/**
 * Asks why work is sent back, in a message that the person replies to.
 * @param problem of an earlier reply; empty for the first question
 */
export async function askReason(
  { db, clock, sender }: PromptContext,
  account: ChatAccount,
  { bot_id, chat_id, message_id, buttonMessageId }: Chat & { message_id: number; buttonMessageId: number },
  ticketId: number,
  problem: string,
  signal?: AbortSignal,
): Promise<void> {
  const ticket = await findVisible({ db }, account, ticketId);
  if (!ticket) return;
  const texts = chatTextsIn(account.language);
  const question = [problem, texts.askReason(`#${ticketId} ${titleOf(ticket.description)}`)].filter(Boolean).join('\n');
  const options = { forceReply: texts.reasonPlaceholder, replyTo: message_id };
  const promptId = await sender.say({ bot_id, chat_id }, escapeHtml(question), options, signal);
  await db.statement((writer) =>
    writer
      .insertInto('chat_prompts')
      .values({
        bot_id,
        chat_id,
        message_id: promptId,
        user_id: account.id,
        ticket_id: ticketId,
        round: ticket.rework_count,
        button_message_id: buttonMessageId,
        created_at: clock(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

/** Sends work back with the reason of a reply. */
export async function takeReply(context: PromptContext, reply: Reply, signal?: AbortSignal): Promise<void> {
  const { db, config, sender } = context;
  const say = (text: string) => sender.say(reply, escapeHtml(text), { replyTo: reply.message_id }, signal);
  const prompt = await findPrompt(context, reply);
  const accounts = prompt ? await boundAccounts(db.read, config, reply) : await accountsOfChat(db.read, config, reply);
  const account = prompt ? accounts.find(({ id }) => id === prompt.user_id) : accounts[0];
  const texts = chatTextsIn(account?.language ?? null);
  if (accounts.length === 0) return void (await say(await textWithoutAccount(db.read, config, reply)));
  if (!account) return void (await say(texts.notConnected));
  if (!prompt) return void (await say(texts.noQuestion));
  const ticket = await findVisible(context, account, prompt.ticket_id);
  if (!ticket) return void (await say(texts.gone));
  const reason = reply.text.trim();
  if (!wasRejectedWith(ticket, reason, prompt.round)) {
    if (ticket.status !== 'done' || ticket.rework_count !== prompt.round) {
      return void (await say(texts.questionClosed(statusWord(texts, ticket))));
    }
    const problem = problemOf(texts, reason);
    const messages = { ...reply, buttonMessageId: prompt.button_message_id };
    if (problem) return askReason(context, account, messages, ticket.id, problem, signal);
    const { isDone, text } = await carryOut(context, account, 'reject', ticket.id, { reason });
    if (!isDone) return void (await say(text));
  }
  const job = await jobMessage(context, account, ticket.id);
  if (job) await sender.show(reply, prompt.button_message_id, job.html, job.buttons, signal);
  await say(texts.did.reject);
}

const findPrompt = ({ db }: PromptContext, { bot_id, chat_id, reply_to }: Reply) =>
  db.read
    .selectFrom('chat_prompts')
    .select(['user_id', 'ticket_id', 'round', 'button_message_id'])
    .where('bot_id', '=', bot_id)
    .where('chat_id', '=', chat_id)
    .where('message_id', '=', reply_to)
    .executeTakeFirst();

/** Whether an earlier attempt has carried the reply out, and only its answer is missing. */
const wasRejectedWith = ({ status, reject_reason, rework_count }: PresentedTicket, reason: string, round: number): boolean =>
  status === 'rejected' && reject_reason === reason && rework_count === round + 1;

function problemOf(texts: ReturnType<typeof chatTextsIn>, reason: string): string | undefined {
  const { length } = [...reason];
  if (length < minReasonLength) return texts.reasonTooShort(minReasonLength);
  return length > limits.reason ? texts.reasonTooLong(limits.reason) : undefined;
}
