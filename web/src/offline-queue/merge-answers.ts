import type { ChecklistAnswers } from '../contract/schemas.ts';
import type { OperationItem, QueueItem } from './stored-items.ts';

type Answers = ChecklistAnswers['answers'];

const isAnswerItem = (item: QueueItem): item is OperationItem => 'op' in item && item.op === 'answer';

/**
 * What a request with the answers of an item can hold as well: answers to the same checklist that wait behind it. What a request may
 * have had already stays as it is, because the service may still execute it, and a later request with other answers is a new one.
 * @param items in their order
 * @returns in their order; nothing when sending `first` was begun before
 */
export function mergeableAfter(items: readonly QueueItem[], first: OperationItem): OperationItem[] {
  if (first.triedAt !== undefined) return [];
  const behind = items.filter(isAnswerItem).filter(({ key, ticketId }) => key > first.key && ticketId === first.ticketId);
  const end = behind.findIndex(({ triedAt, refusal }) => triedAt !== undefined || refusal !== undefined);
  return end < 0 ? behind : behind.slice(0, end);
}

/** The answers of some items in one: of two answers to the same item of the checklist the later one counts. */
export const mergedAnswers = (items: readonly Pick<OperationItem, 'answers'>[]): Answers =>
  Object.assign({}, ...items.map(({ answers }) => answers));
