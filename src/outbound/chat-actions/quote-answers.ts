import { HttpError } from '../../platform/http/errors.ts';
import { answerQuote, type QuoteAnswer } from '../../product/tickets/quotes/actions.ts';
import { getQuote } from '../../product/tickets/quotes/queries.ts';
import type { TicketQuote } from '../../product/tickets/quotes/schemas.ts';
import type { ChatAccount } from './accounts.ts';
import type { ChatContext } from './chat-sender.ts';
import { findVisible } from './job-message.ts';
import { chatTextsIn } from './texts/texts.ts';

/** @returns a quote for the client of its ticket; undefined: it is gone, or of another client */
export async function findQuote(
  context: Pick<ChatContext, 'db' | 'clock'>,
  account: ChatAccount,
  id: number,
): Promise<TicketQuote | undefined> {
  if (account.role !== 'client') return undefined;
  try {
    const quote = await getQuote(context.db.read, id, context.clock());
    return (await findVisible(context, account, quote.ticket_id)) && quote;
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) return undefined;
    throw error;
  }
}

/** Answers a quote as over HTTP. @returns what happened, or why not, in words for the person */
export async function answerAsPerson(
  { db, clock, ...deps }: ChatContext,
  account: ChatAccount,
  { id }: TicketQuote,
  answer: QuoteAnswer,
): Promise<{ isDone: boolean; text: string }> {
  try {
    await db.transaction((tx) => answerQuote(tx, deps, account, id, answer, clock()));
    return { isDone: true, text: chatTextsIn(account.language).quoteDid[answer.status] };
  } catch (error) {
    if (!(error instanceof HttpError) || error.status >= 500) throw error;
    const quote = await findQuote({ db, clock }, account, id);
    return { isDone: false, text: quote ? explainQuote(account, quote) : chatTextsIn(account.language).gone };
  }
}

/** Says why a quote cannot be answered: what became of it. */
export const explainQuote = (account: ChatAccount, { status }: TicketQuote): string =>
  chatTextsIn(account.language).quoteNow[status];
