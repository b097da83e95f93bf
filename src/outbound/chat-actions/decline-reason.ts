import { escapeHtml } from '../../platform/lib/text.ts';
import type { Reply } from '../messenger/chat-requests.ts';
import type { ChatAccount } from './accounts.ts';
import type { ChatContext } from './chat-sender.ts';
import { findVisible, jobMessage, titleOf } from './job-message.ts';
import { answerAsPerson, explainQuote, findQuote } from './quote-answers.ts';
import { askByReply, type PromptPlace, problemOfReason } from './reply-prompts.ts';
import type { ChatPrompt } from './tables.ts';
import { chatTextsIn } from './texts/texts.ts';

/** As over HTTP. */
const minReasonLength = 1;
const noRound = -1;

/**
 * Asks why a quote is declined, in a message that the person replies to.
 * @param problem of an earlier reply; empty for the first question
 */
export async function askDecline(
  context: ChatContext,
  account: ChatAccount,
  place: PromptPlace,
  { id, ticket_id }: { id: number; ticket_id: number },
  problem: string,
  signal?: AbortSignal,
): Promise<void> {
  const ticket = await findVisible(context, account, ticket_id);
  if (!ticket) return;
  const texts = chatTextsIn(account.language);
  const question = [problem, texts.askDecline(`#${ticket_id} ${titleOf(ticket.description)}`)].filter(Boolean).join('\n');
  await askByReply(context, account, place, question, { ticket_id, round: noRound, quote_id: id }, signal);
}

/** Declines a quote with the reason of a reply. */
export async function declineWithReply(
  context: ChatContext,
  account: ChatAccount,
  reply: Reply,
  prompt: ChatPrompt & { quote_id: number },
  signal?: AbortSignal,
): Promise<void> {
  const { sender } = context;
  const texts = chatTextsIn(account.language);
  const say = (text: string) => sender.say(reply, escapeHtml(text), { replyTo: reply.message_id }, signal);
  const quote = await findQuote(context, account, prompt.quote_id);
  if (!quote) return void (await say(texts.gone));
  const reason = reply.text.trim();
  // An earlier attempt may have declined it, and only its answer is missing.
  if (!(quote.status === 'declined' && quote.reason === reason)) {
    if (quote.status !== 'open') return void (await say(explainQuote(account, quote)));
    const problem = problemOfReason(account, reason, minReasonLength);
    const place = { ...reply, buttonMessageId: prompt.button_message_id };
    if (problem) return askDecline(context, account, place, quote, problem, signal);
    const { isDone, text } = await answerAsPerson(context, account, quote, { status: 'declined', reason });
    if (!isDone) return void (await say(text));
  }
  const job = await jobMessage(context, account, quote.ticket_id);
  if (job) await sender.show(reply, prompt.button_message_id, job.html, job.buttons, signal);
  await say(texts.quoteDid.declined);
}
