import type { TicketListItem } from '../../contract/schemas.ts';

/** The open jobs of a worker, as a day has them. */
export interface OrderOfDay {
  /** with an appointment that was to be before today */
  earlier: TicketListItem[];
  /** with an appointment today */
  today: TicketListItem[];
  /** without an appointment */
  untimed: TicketListItem[];
  /** with an appointment on a later day */
  later: TicketListItem[];
}

const statusOrder = ['rejected', 'in_progress', 'assigned'];
const priorityOrder = ['high', 'normal', 'low'];

/** Sorts jobs into the order of a day: by time, and what has none by what is more urgent; what is on hold comes last. */
export function orderOfDay(tickets: readonly TicketListItem[], now: Date): OrderOfDay {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const nextMidnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime();
  const beginOf = ({ appointment }: TicketListItem): number => Date.parse(appointment?.from ?? '');
  const endOf = ({ appointment }: TicketListItem): number => Date.parse(appointment?.to ?? '');
  const timed = tickets.filter(({ appointment }) => appointment).sort((one, other) => beginOf(one) - beginOf(other));
  const isEarlier = (ticket: TicketListItem): boolean => endOf(ticket) <= midnight;
  const isLater = (ticket: TicketListItem): boolean => beginOf(ticket) >= nextMidnight;
  return {
    earlier: timed.filter(isEarlier),
    today: timed.filter((ticket) => !isEarlier(ticket) && !isLater(ticket)),
    untimed: tickets.filter(({ appointment }) => !appointment).sort(byUrgency),
    later: timed.filter(isLater),
  };
}

const dueOf = ({ deadline }: TicketListItem): number => Date.parse(deadline?.finish_by ?? '') || Number.POSITIVE_INFINITY;

function byUrgency(one: TicketListItem, other: TicketListItem): number {
  const differences = [
    Number(one.hold !== null) - Number(other.hold !== null),
    statusOrder.indexOf(one.status) - statusOrder.indexOf(other.status),
    priorityOrder.indexOf(one.priority) - priorityOrder.indexOf(other.priority),
    // Two without a deadline have no difference.
    dueOf(one) === dueOf(other) ? 0 : dueOf(one) - dueOf(other),
  ];
  return differences.find((difference) => difference !== 0) ?? one.id - other.id;
}
