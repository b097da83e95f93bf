import { escapeHtml } from '../../platform/lib/text.ts';
import type { PresentedTicket } from '../../product/tickets/queries.ts';
import type { Reply } from '../messenger/chat-requests.ts';
import { accountsOfChat, boundAccounts, type ChatAccount, textWithoutAccount } from './accounts.ts';
import type { ChatContext } from './chat-sender.ts';
import { declineWithReply } from './decline-reason.ts';
import { findVisible, jobMessage, statusWord, titleOf } from './job-message.ts';
import { carryOut } from './operations.ts';
import { askByReply, findPrompt, type PromptPlace, problemOfReason } from './reply-prompts.ts';
import type { ChatPrompt } from './tables.ts';
import { chatTextsIn } from './texts/texts.ts';

/** As over HTTP. */
const minReasonLength = 5;

/**
 * Asks why work is sent back, in a message that the person replies to.
 * @param problem of an earlier reply; empty for the first question
 */
export async function askReason(
  context: ChatContext,
  account: ChatAccount,
  place: PromptPlace,
  ticketId: number,
  problem: string,
  signal?: AbortSignal,
): Promise<void> {
  const ticket = await findVisible(context, account, ticketId);
  if (!ticket) return;
  const texts = chatTextsIn(account.language);
  const question = [problem, texts.askReason(`#${ticketId} ${titleOf(ticket.description)}`)].filter(Boolean).join('\n');
  const subject = { ticket_id: ticketId, round: ticket.rework_count, quote_id: null };
  await askByReply(context, account, place, question, subject, signal);
}

/** Does what a reply to a question is the reason for. */
export async function takeReply(context: ChatContext, reply: Reply, signal?: AbortSignal): Promise<void> {
  const { db, config, sender } = context;
  const say = (text: string) => sender.say(reply, escapeHtml(text), { replyTo: reply.message_id }, signal);
  const prompt = await findPrompt(context, reply);
  const accounts = prompt ? await boundAccounts(db.read, config, reply) : await accountsOfChat(db.read, config, reply);
  const account = prompt ? accounts.find(({ id }) => id === prompt.user_id) : accounts[0];
  const texts = chatTextsIn(account?.language ?? null);
  if (accounts.length === 0) return void (await say(await textWithoutAccount(db.read, config, reply)));
  if (!account) return void (await say(texts.notConnected));
  if (!prompt) return void (await say(texts.noQuestion));
  if (prompt.quote_id !== null)
    return declineWithReply(context, account, reply, { ...prompt, quote_id: prompt.quote_id }, signal);
  await rejectWithReply(context, account, reply, prompt, signal);
}

/** Sends work back with the reason of a reply. */
async function rejectWithReply(
  context: ChatContext,
  account: ChatAccount,
  reply: Reply,
  prompt: ChatPrompt,
  signal?: AbortSignal,
): Promise<void> {
  const { sender } = context;
  const texts = chatTextsIn(account.language);
  const say = (text: string) => sender.say(reply, escapeHtml(text), { replyTo: reply.message_id }, signal);
  const ticket = await findVisible(context, account, prompt.ticket_id);
  if (!ticket) return void (await say(texts.gone));
  const reason = reply.text.trim();
  if (!wasRejectedWith(ticket, reason, prompt.round)) {
    if (ticket.status !== 'done' || ticket.rework_count !== prompt.round) {
      return void (await say(texts.questionClosed(statusWord(texts, ticket))));
    }
    const problem = problemOfReason(account, reason, minReasonLength);
    const place = { ...reply, buttonMessageId: prompt.button_message_id };
    if (problem) return askReason(context, account, place, ticket.id, problem, signal);
    const { isDone, text } = await carryOut(context, account, 'reject', ticket.id, { reason });
    if (!isDone) return void (await say(text));
  }
  const job = await jobMessage(context, account, ticket.id);
  if (job) await sender.show(reply, prompt.button_message_id, job.html, job.buttons, signal);
  await say(texts.did.reject);
}

/** Whether an earlier attempt has carried the reply out, and only its answer is missing. */
const wasRejectedWith = ({ status, reject_reason, rework_count }: PresentedTicket, reason: string, round: number): boolean =>
  status === 'rejected' && reject_reason === reason && rework_count === round + 1;
