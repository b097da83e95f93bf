// A ticket's whole life (docs/rules.md, Tickets) as one table. It imports nothing: the guard of every
// write, the refusals, the tests and the console's buttons all read it.

export const ticketStatuses = ['new', 'assigned', 'in_progress', 'done', 'confirmed', 'rejected', 'closed'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

export const ticketActions = [
  'created',
  'assigned',
  'started',
  'done',
  'confirmed',
  'rejected',
  'canceled',
  'photo_added',
  'photo_removed',
] as const;
export type TicketAction = (typeof ticketActions)[number];

export const operations = ['assign', 'take', 'start', 'done', 'confirm', 'reject', 'cancel'] as const;
export type Operation = (typeof operations)[number];

/**
 * What a caller is to a ticket: any admin; the client who owns it; a worker who is an active
 * member of its project; the worker it is assigned to.
 */
export type Relation = 'admin' | 'owner' | 'member' | 'assignee';

export interface Transition {
  from: readonly TicketStatus[];
  op: Operation;
  by: readonly Relation[];
  to: TicketStatus;
  /** what the journal says */
  action: TicketAction;
}

const cancellableByOwner = ['new', 'assigned', 'done', 'rejected'] as const;
const cancellableByAdmin = [...cancellableByOwner, 'in_progress', 'confirmed'] as const;

export const transitions: readonly Transition[] = [
  { from: ['new'], op: 'assign', by: ['admin', 'owner'], to: 'assigned', action: 'assigned' },
  { from: ['new'], op: 'take', by: ['member'], to: 'assigned', action: 'assigned' },
  { from: ['assigned', 'rejected'], op: 'start', by: ['assignee'], to: 'in_progress', action: 'started' },
  { from: ['in_progress'], op: 'done', by: ['assignee'], to: 'done', action: 'done' },
  { from: ['done'], op: 'confirm', by: ['owner'], to: 'closed', action: 'confirmed' },
  { from: ['done'], op: 'reject', by: ['owner'], to: 'rejected', action: 'rejected' },
  { from: cancellableByOwner, op: 'cancel', by: ['owner'], to: 'closed', action: 'canceled' },
  { from: cancellableByAdmin, op: 'cancel', by: ['admin'], to: 'closed', action: 'canceled' },
];

const relationsOfRole: Record<string, readonly Relation[]> = {
  admin: ['admin'],
  client: ['owner'],
  worker: ['member', 'assignee'],
};

/** The one transition that an operation means for a role, and the relation to the ticket that it requires. */
export function transitionFor(op: Operation, role: string): { transition: Transition; relation: Relation } | undefined {
  for (const transition of transitions) {
    const relation = transition.by.find((one) => relationsOfRole[role]?.includes(one));
    if (transition.op === op && relation) return { transition, relation };
  }
  return undefined;
}
