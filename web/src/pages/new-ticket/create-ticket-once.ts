import type { CreateTicket, Ticket } from '../../contract/operations.ts';

/** A ticket that was sent, and may have arrived although no answer came. */
export interface Attempt {
  /** what was sent, as JSON; empty before the first attempt */
  body: string;
  /** the newest ticket of the account before it was sent; 0 without any */
  newestId: number;
}

export const noAttempt: Attempt = { body: '', newestId: 0 };

interface TicketService {
  /** the newest tickets of the account, the newest first */
  newest: (limit: number) => Promise<Ticket[]>;
  create: (body: CreateTicket) => Promise<Ticket>;
}

/** A page of the service: so many tickets may have come in after an attempt. */
const maxTickets = 100;

/**
 * Creates a ticket. When the same one was sent before and its answer was lost, it is looked for first, so that
 * sending it again does not make two.
 * @param previous the last attempt of this form
 * @param remember keeps the attempt before it is sent
 */
export async function createTicketOnce(
  body: CreateTicket,
  previous: Attempt,
  remember: (attempt: Attempt) => void,
  { newest, create }: TicketService,
): Promise<Ticket> {
  const sent = JSON.stringify(body);
  if (previous.body === sent) {
    const arrived = (await newest(maxTickets)).find((ticket) => ticket.id > previous.newestId && hasContent(ticket, body));
    if (arrived) return arrived;
  } else {
    const [last] = await newest(1);
    remember({ body: sent, newestId: last?.id ?? 0 });
  }
  return create(body);
}

const hasContent = (
  ticket: Ticket,
  { object_id, category, description, floor = '', priority = 'normal' }: CreateTicket,
): boolean =>
  ticket.object_id === object_id &&
  ticket.category === category &&
  ticket.description === description &&
  ticket.floor === floor &&
  ticket.priority === priority;
