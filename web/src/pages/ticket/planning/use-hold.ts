import type { Hold, Ticket } from '../../../contract/schemas.ts';
import { isOver } from '../../../features/planning/can-plan.ts';
import { useTicketExtras } from '../../../features/ticket-extras/use-ticket-extras.ts';
import { useShownOperations } from '../../../offline-queue/shown-items.ts';
import { useNow } from '../../../ui/time.tsx';

/** The hold of a ticket, and whether it is on hold once the queue is sent. */
export function useHold({ id }: Ticket): { hold: Hold | undefined; isOnHold: boolean } {
  const now = useNow();
  const { data } = useTicketExtras(id);
  const hold = data?.hold && !isOver(data.hold, now) ? data.hold : undefined;
  const queued = useShownOperations(id).filter(({ state }) => state !== 'failed');
  // A start or a finish ends the hold as well.
  const last = queued.at(-1)?.op;
  return { hold: last && last !== 'hold' ? undefined : hold, isOnHold: last ? last === 'hold' : hold !== undefined };
}
