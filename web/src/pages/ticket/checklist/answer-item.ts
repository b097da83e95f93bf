import type { Ticket } from '../../../contract/schemas.ts';
import { enqueueChange } from '../../../offline-queue/queue.ts';
import type { AnswerValue, ShownItem } from './shown-checklist.ts';

/** The properties of what answers an item. */
export interface AnswerProps {
  ticket: Ticket;
  item: ShownItem;
  /** the id of the element with what is asked */
  labelId: string;
}

/**
 * Answers an item of the checklist of a ticket through the offline queue.
 * @returns when it is stored and shown
 */
export const answerItem = async (ticketId: number, { id, value }: ShownItem, answer: AnswerValue): Promise<void> => {
  if (answer !== value) await enqueueChange(ticketId, { op: 'answer', answers: { [id]: answer } });
};
