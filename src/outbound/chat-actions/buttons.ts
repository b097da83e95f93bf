import { escapeHtml } from '../../platform/lib/text.ts';
import type { ButtonPress } from '../messenger/chat-requests.ts';
import { type ChatOperation, isHoldAction, parseButtonData, possibleOperations } from '../messenger/ticket-buttons.ts';
import { boundAccounts, type ChatAccount, textWithoutAccount } from './accounts.ts';
import type { ChatContext } from './chat-sender.ts';
import { pressHold } from './hold-buttons.ts';
import { jobMessage, showState } from './job-message.ts';
import { carryOut, explain } from './operations.ts';
import { pressQuote } from './quote-buttons.ts';
import { askReason } from './reject-reason.ts';
import { chatTextsIn } from './texts/texts.ts';

/**
 * Carries out what a pressed button says, for the account that it names and by what this account may do now, and changes the
 * message to the new state.
 * @param isLate nobody expects the operation any more: the message only shows the state
 */
export async function pressButton(
  context: ChatContext,
  press: ButtonPress,
  isLate: boolean,
  signal?: AbortSignal,
): Promise<void> {
  const { db, config, sender } = context;
  const button = parseButtonData(press.data);
  const accounts = await boundAccounts(db.read, config, press);
  const account = accounts.find(({ id }) => id === button?.accountId);
  if (!button || !account) {
    const texts = chatTextsIn(accounts[0]?.language ?? null);
    const noAccount = accounts.length > 0 ? texts.notConnected : await textWithoutAccount(db.read, config, press);
    return answer(context, press, button ? noAccount : texts.unknownButton, signal);
  }
  if ('quoteId' in button) return pressQuote(context, account, press, button, isLate, signal);
  const { action, ticketId } = button;
  if (action === 'show') return showJob(context, account, press, ticketId, signal);
  if (isHoldAction(action)) return pressHold(context, account, press, { action, ticketId }, isLate, signal);
  if (action === 'reject') return pressReject(context, account, press, ticketId, signal);
  const { text } = isLate ? { text: '' } : await carryOut(context, account, action, ticketId);
  await sender.toast(press, press.callback_id, text, signal);
  await showState(context, account, { ...press, messageId: press.message_id }, ticketId, text, signal);
}

/** Shows a text at the button, or as a message when it is too late for that. */
async function answer({ sender }: ChatContext, press: ButtonPress, text: string, signal?: AbortSignal): Promise<void> {
  if (!(await sender.toast(press, press.callback_id, text, signal))) await sender.say(press, escapeHtml(text), {}, signal);
}

async function showJob(
  context: ChatContext,
  account: ChatAccount,
  press: ButtonPress,
  ticketId: number,
  signal?: AbortSignal,
): Promise<void> {
  const job = await jobMessage(context, account, ticketId);
  if (!job) return answer(context, press, chatTextsIn(account.language).notYours, signal);
  await context.sender.toast(press, press.callback_id, '', signal);
  await context.sender.say(press, job.html, { buttons: job.buttons }, signal);
}

async function pressReject(
  context: ChatContext,
  account: ChatAccount,
  press: ButtonPress,
  ticketId: number,
  signal?: AbortSignal,
): Promise<void> {
  const op: ChatOperation = 'reject';
  if ((await possibleOperations(context.db.read, account, ticketId)).includes(op)) {
    await context.sender.toast(press, press.callback_id, '', signal);
    return askReason(context, account, { ...press, buttonMessageId: press.message_id }, ticketId, '', signal);
  }
  const text = await explain(context, account, op, ticketId);
  await context.sender.toast(press, press.callback_id, text, signal);
  await showState(context, account, { ...press, messageId: press.message_id }, ticketId, text, signal);
}
