// The transitions of a ticket, as the service checks them. They are bundled with the console, which offers only what the
// service accepts.

export {
  type Operation,
  type Relation,
  type TicketStatus,
  type Transition,
  ticketStatuses,
  transitionFor,
  transitions,
} from '../../../src/product/tickets/lifecycle.ts';
