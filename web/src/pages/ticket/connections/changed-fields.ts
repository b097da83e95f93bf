import type { Operations } from '../../../../../clients/typescript/src/operations.ts';
import type { Ticket } from '../../../contract/schemas.ts';
import type { TicketFieldValues } from '../../../features/ticket-fields.tsx';

type EditTicket = Operations['PATCH /ext/tickets/{id}']['body'];

/**
 * Only what differs from the ticket as it was when the user began: what others have corrected meanwhile stays.
 * @returns undefined when nothing differs
 */
export function changedFields(before: Ticket, draft: TicketFieldValues): EditTicket | undefined {
  const [description, floor] = [draft.description.trim(), draft.floor.trim()];
  const { category, priority } = draft;
  const changes: EditTicket = {
    ...(description !== before.description && { description }),
    ...(category && category !== before.category && { category }),
    ...(priority !== before.priority && { priority }),
    ...(floor !== before.floor && { floor }),
  };
  return Object.keys(changes).length > 0 ? changes : undefined;
}
