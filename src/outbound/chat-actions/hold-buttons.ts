import { HttpError } from '../../platform/http/errors.ts';
import { escapeHtml } from '../../platform/lib/text.ts';
import { putHold, removeHold } from '../../product/tickets/holds/actions.ts';
import type { ButtonPress } from '../messenger/chat-requests.ts';
import { type HoldAction, holdReasonButtons, holdReasonOf, possibleHoldAction } from '../messenger/ticket-buttons.ts';
import type { ChatAccount } from './accounts.ts';
import type { ChatContext } from './chat-sender.ts';
import { jobMessage, showState } from './job-message.ts';
import { explain } from './operations.ts';
import { chatTextsIn } from './texts/texts.ts';

/**
 * Puts a ticket on hold or ends that, as over HTTP; `hold` first asks in the same message what the work waits for.
 * @param isLate nobody expects it any more: the message only shows the state
 */
export async function pressHold(
  context: ChatContext,
  account: ChatAccount,
  press: ButtonPress,
  { action, ticketId }: { action: HoldAction; ticketId: number },
  isLate: boolean,
  signal?: AbortSignal,
): Promise<void> {
  if (
    action === 'hold' &&
    !isLate &&
    (await possibleHoldAction(context.db.read, account, ticketId, context.clock())) === 'hold'
  ) {
    await context.sender.toast(press, press.callback_id, '', signal);
    return askWhy(context, account, press, ticketId, signal);
  }
  const text = action === 'back' || isLate ? '' : await carryOutHold(context, account, action, ticketId);
  await context.sender.toast(press, press.callback_id, text, signal);
  await showState(context, account, { ...press, messageId: press.message_id }, ticketId, text, signal);
}

async function askWhy(
  context: ChatContext,
  account: ChatAccount,
  press: ButtonPress,
  ticketId: number,
  signal?: AbortSignal,
): Promise<void> {
  const job = await jobMessage(context, account, ticketId);
  if (!job) return showState(context, account, { ...press, messageId: press.message_id }, ticketId, '', signal);
  const html = [job.html, '', `<b>${escapeHtml(chatTextsIn(account.language).askHold)}</b>`].join('\n');
  await context.sender.show(press, press.message_id, html, holdReasonButtons(account.id, ticketId, account.language), signal);
}

/** @returns what happened, or why not, in words for the person */
async function carryOutHold(
  { db, clock, ...deps }: ChatContext,
  account: ChatAccount,
  action: HoldAction,
  ticketId: number,
): Promise<string> {
  const texts = chatTextsIn(account.language);
  const reason = holdReasonOf(action);
  const possible = await possibleHoldAction(db.read, account, ticketId, clock());
  // Of a button that is pressed twice the first one counts: a second hold would be another one.
  if (reason && possible === 'resume') return texts.alreadyOnHold;
  if (!possible) return explain({ db }, account, 'done', ticketId);
  if (!reason && possible === 'hold') return texts.notOnHold;
  try {
    await db.transaction(async (tx) => {
      if (reason) await putHold(tx, deps, account, ticketId, { reason }, clock());
      else await removeHold(tx, deps, account, ticketId, clock());
    });
    return texts.holdDid[reason ? 'hold' : 'resume'];
  } catch (error) {
    if (!(error instanceof HttpError) || error.status >= 500) throw error;
    return explain({ db }, account, 'done', ticketId);
  }
}
