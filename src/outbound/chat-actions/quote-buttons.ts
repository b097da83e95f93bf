import type { ButtonPress } from '../messenger/chat-requests.ts';
import type { QuoteAction } from '../messenger/ticket-buttons.ts';
import type { ChatAccount } from './accounts.ts';
import type { ChatContext } from './chat-sender.ts';
import { askDecline } from './decline-reason.ts';
import { showState } from './job-message.ts';
import { answerAsPerson, explainQuote, findQuote } from './quote-answers.ts';
import { chatTextsIn } from './texts/texts.ts';

/**
 * Answers the quote that a button names: approves it, or asks why it is declined.
 * @param isLate nobody expects it any more: the message only shows the state
 */
export async function pressQuote(
  context: ChatContext,
  account: ChatAccount,
  press: ButtonPress,
  { action, quoteId }: { action: QuoteAction; quoteId: number },
  isLate: boolean,
  signal?: AbortSignal,
): Promise<void> {
  const { sender } = context;
  const quote = await findQuote(context, account, quoteId);
  if (!quote) return void (await sender.toast(press, press.callback_id, chatTextsIn(account.language).gone, signal));
  const isOpen = quote.status === 'open';
  if (action === 'decline_quote' && isOpen && !isLate) {
    await sender.toast(press, press.callback_id, '', signal);
    return askDecline(context, account, { ...press, buttonMessageId: press.message_id }, quote, '', signal);
  }
  let text = isLate ? '' : explainQuote(account, quote);
  if (isOpen && !isLate) text = (await answerAsPerson(context, account, quote, { status: 'approved' })).text;
  await sender.toast(press, press.callback_id, text, signal);
  await showState(context, account, { ...press, messageId: press.message_id }, quote.ticket_id, text, signal);
}
