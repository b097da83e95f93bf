import { call, queuedRequestTimeoutMs } from '../api/client.ts';
import { apiQuery } from '../api/queries.ts';
import { queryClient } from '../api/query-client.ts';
import type { ChecklistAnswers } from '../contract/schemas.ts';
import { isOnline } from '../http/connectivity.ts';
import { hasCode, isStatus, NoAnswerError } from '../http/errors.ts';
import { currentAccountKey } from '../session/session-store.ts';
import { mergeableAfter, mergedAnswers } from './merge-answers.ts';
import { removeShownItem, updateShownItem } from './shown-items.ts';
import { beginAttempt, listItems, type OperationItem, type PhotoItem, removeItem } from './stored-items.ts';

type Answers = ChecklistAnswers['answers'];
type Sender = Pick<OperationItem, 'user' | 'ticketId'>;

const requestSignal = (): AbortSignal => AbortSignal.timeout(queuedRequestTimeoutMs);

/**
 * Sends answers to items of a checklist, and with them all that wait behind them. Each further attempt sends the same answers, so that
 * one that the service executes late does not take later answers back.
 * @throws NoAnswerError without a connection; whatever `call` throws
 */
export async function sendAnswers(item: OperationItem): Promise<void> {
  // What an attempt has stays apart from later answers, so without a connection none is begun.
  if (item.triedAt === undefined && !isOnline()) throw new NoAnswerError('no connection');
  const following = mergeableAfter(await listItems(item.user), item);
  const answers = mergedAnswers([item, ...following]);
  const idempotencyKey = await beginAttempt(item, { answers });
  updateShownItem(item.key, { answers });
  // After they were stored with the first one: if the page ends in between they are sent twice, with the same result.
  for (const { key } of following) {
    await removeItem(key);
    removeShownItem(key);
  }
  try {
    await patch(item, answers, idempotencyKey);
  } catch (error) {
    if (!isStatus(error, 400)) throw error;
    const known = await knownAnswers(item, answers);
    if (Object.keys(known).length === Object.keys(answers).length) throw error;
    if (Object.keys(known).length > 0) await patch(item, known, `${idempotencyKey}-known`);
  }
}

/**
 * Answers an item of a checklist with a photo that was uploaded.
 * @throws whatever `call` throws
 */
export async function sendPhotoAnswer(photo: PhotoItem, photoId: number, idempotencyKey: string): Promise<void> {
  const answers = { [photo.checklistItem ?? '']: photoId };
  try {
    await patch(photo, answers, idempotencyKey);
  } catch (error) {
    // The photo stays, also when what it answers was removed meanwhile.
    if (hasCode(error, 'checklist_not_found')) return;
    if (!isStatus(error, 400) || Object.keys(await knownAnswers(photo, answers)).length > 0) throw error;
  }
}

async function patch({ user, ticketId: id }: Sender, answers: Answers, idempotencyKey: string): Promise<void> {
  const request = { params: { id }, user, body: { answers }, idempotencyKey, signal: requestSignal() };
  const checklist = await call('PATCH /ext/tickets/{id}/checklist', request);
  if (currentAccountKey() === user) queryClient.setQueryData(checklistKey(id), checklist);
}

const checklistKey = (id: number) => apiQuery('GET /ext/tickets/{id}/checklist', { params: { id } }).queryKey;

/** The answers to items that the checklist still has: somebody may have replaced it meanwhile. */
async function knownAnswers({ user, ticketId: id }: Sender, answers: Answers): Promise<Answers> {
  const { items } = await call('GET /ext/tickets/{id}/checklist', { params: { id }, user, signal: requestSignal() });
  return Object.fromEntries(Object.entries(answers).filter(([key]) => items.some((item) => item.id === key)));
}
