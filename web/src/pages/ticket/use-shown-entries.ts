import { isShownOperation, type ShownItem, type ShownOperation, useShownItems } from '../../offline-queue/shown-items.ts';
import { isEntry } from '../../offline-queue/stored-items.ts';

/** The queued answers and signatures of a ticket, in the order in which they were added. */
export const useShownEntries = (ticketId: number): ShownOperation[] =>
  useShownItems().filter(
    (item: ShownItem): item is ShownOperation => item.ticketId === ticketId && isShownOperation(item) && isEntry(item),
  );
