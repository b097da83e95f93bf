import type { CreateTicket, Ticket } from '../../contract/schemas.ts';

/** A request for a new ticket whose response may have been lost. */
export interface Attempt {
  /** its body as JSON; empty before the first attempt */
  body: string;
  /** the id of the user's newest ticket before it; 0 without any */
  newestId: number;
}

export const noAttempt: Attempt = { body: '', newestId: 0 };

interface TicketService {
  /** the tickets of the user, the newest first */
  listNewest: (limit: number) => Promise<Ticket[]>;
  create: (body: CreateTicket) => Promise<Ticket>;
}

/** The largest page of the service. A ticket behind it is not found. */
const maxTickets = 100;

/**
 * Creates a ticket at most once. When the same request was sent before and its response was lost, a newer ticket with the
 * same content is returned instead.
 * @param previous the last attempt of this form
 * @param storeAttempt stores the attempt before it is sent
 * @throws whatever `service` throws
 */
export async function createTicketOnce(
  body: CreateTicket,
  previous: Attempt,
  storeAttempt: (attempt: Attempt) => void,
  service: TicketService,
): Promise<Ticket> {
  const sent = JSON.stringify(body);
  if (previous.body === sent) {
    const existing = (await service.listNewest(maxTickets)).find(
      (ticket) => ticket.id > previous.newestId && hasContent(ticket, body),
    );
    if (existing) return existing;
  } else {
    const [last] = await service.listNewest(1);
    storeAttempt({ body: sent, newestId: last?.id ?? 0 });
  }
  return service.create(body);
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
