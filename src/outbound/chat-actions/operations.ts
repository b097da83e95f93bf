import { HttpError } from '../../platform/http/errors.ts';
import type { Deps } from '../../platform/module/deps.ts';
import { type TransitionDetails, transition } from '../../product/tickets/transition.ts';
import { isActiveMember } from '../../product/visibility.ts';
import type { ChatOperation } from '../messenger/ticket-buttons.ts';
import type { ChatAccount } from './accounts.ts';
import { statusWord } from './job-message.ts';
import { chatTextsIn } from './texts/texts.ts';

type OperationDeps = Pick<Deps, 'db' | 'clock' | 'subscriptions'>;

/** Carries an operation out as over HTTP. @returns what happened, or why not, in words for the person */
export async function carryOut(
  deps: OperationDeps,
  account: ChatAccount,
  op: ChatOperation,
  ticketId: number,
  details: TransitionDetails = {},
): Promise<{ isDone: boolean; text: string }> {
  try {
    await transition(deps, account, op, ticketId, deps.clock(), details);
    return { isDone: true, text: chatTextsIn(account.language).did[op] };
  } catch (error) {
    if (!(error instanceof HttpError) || error.status >= 500) throw error;
    return { isDone: false, text: await explain(deps, account, op, ticketId) };
  }
}

/** Says why an operation is not possible: what became of the ticket. */
export async function explain(
  { db }: Pick<Deps, 'db'>,
  account: ChatAccount,
  op: ChatOperation,
  ticketId: number,
): Promise<string> {
  const texts = chatTextsIn(account.language);
  const ticket = await db.read
    .selectFrom('tickets as t')
    .select(['t.status', 't.worker_id', 't.client_id', 't.cancel_reason', isActiveMember(account.id).as('is_member')])
    .where('t.id', '=', ticketId)
    .executeTakeFirst();
  if (!ticket) return texts.gone;
  const { status, worker_id, client_id } = ticket;
  if (op === 'take' && !ticket.is_member) return texts.notMember;
  if (op === 'take' && worker_id !== null && worker_id !== account.id) return texts.takenByOther;
  const person = op === 'confirm' || op === 'reject' ? client_id : worker_id;
  if (op !== 'take' && person !== account.id) return texts.notYours;
  const word = statusWord(texts, { status, ...(ticket.cancel_reason !== null && { cancel_reason: ticket.cancel_reason }) });
  return status === statusAfter[op] && ticket.cancel_reason === null ? texts.already(word) : texts.notPossible(word);
}

const statusAfter = { take: 'assigned', start: 'in_progress', done: 'done', confirm: 'closed', reject: 'rejected' } as const;
