import type { ChecklistAnswers, TicketChecklist } from '../../../contract/schemas.ts';
import { mergedAnswers } from '../../../offline-queue/merge-answers.ts';
import type { ShownOperation, ShownPhoto } from '../../../offline-queue/shown-items.ts';

export type AnswerValue = ChecklistAnswers['answers'][string];
type Item = TicketChecklist['items'][number];

/** An item of the checklist of a ticket as it will be when the queue is sent. */
export interface ShownItem extends Item {
  /** its answer waits in the queue */
  isUnsent: boolean;
  /** the photo in the queue that answers it */
  photo: ShownPhoto | undefined;
}

export interface ShownChecklist {
  name: string;
  items: ShownItem[];
  /** how many items have an answer */
  answered: number;
  openRequired: ShownItem[];
  failed: ShownItem[];
}

/** The state of an answer, as the service decides it: the generated column `state` of src/platform/database/migrations/083_checklists.sql. */
export function stateOf({ kind, min, max }: Pick<Item, 'kind' | 'min' | 'max'>, value: AnswerValue): Item['state'] {
  if (value === null) return 'open';
  if (kind === 'check') return value === false ? 'failed' : 'ok';
  if (kind !== 'number' || typeof value !== 'number') return 'ok';
  return value < (min ?? value) || value > (max ?? value) ? 'failed' : 'ok';
}

/**
 * The checklist as it will be when the queue is sent. Answers that were refused are shown too, until they are discarded.
 * @param operations of the queue, in their order
 * @param photos of the queue
 */
export function withQueued(
  { name, items: stored }: Pick<TicketChecklist, 'name' | 'items'>,
  operations: readonly Pick<ShownOperation, 'answers'>[],
  photos: readonly ShownPhoto[],
): ShownChecklist {
  const answers = mergedAnswers(operations);
  const items = stored.map((item): ShownItem => {
    const photo = photos.findLast(({ checklistItem }) => checklistItem === item.id);
    const queued = answers[item.id];
    const value = queued === undefined ? item.value : queued;
    const state = photo && photo.state !== 'failed' ? 'ok' : queued === undefined ? item.state : stateOf(item, queued);
    return { ...item, value, state, photo, isUnsent: photo !== undefined || queued !== undefined };
  });
  return {
    name,
    items,
    answered: items.filter(({ state }) => state !== 'open').length,
    openRequired: items.filter(({ required, state }) => required && state === 'open'),
    failed: items.filter(({ state }) => state === 'failed'),
  };
}
