import { type Operation, type TicketAction, type TicketStatus, ticketStatuses } from '../../../src/product/tickets/lifecycle.ts';
import type { CreateTicket, Profile, ProjectWorker, RuleOutlook } from '../contract/operations.ts';

// The sets of values that the service knows; each dictionary has a label for every one.

export type Status = TicketStatus;
export type Category = CreateTicket['category'];
export type Priority = NonNullable<CreateTicket['priority']>;
export type Role = Profile['role'];

/** Where tickets are found: one that is confirmed is closed in the same moment. */
export const statuses: readonly Status[] = ticketStatuses.filter((status) => status !== 'confirmed');
export const categories = ['electric', 'plumbing', 'climate', 'elevator', 'other'] as const satisfies Category[];
export const priorities = ['low', 'normal', 'high'] as const satisfies Priority[];
export const roles = ['worker', 'client', 'admin'] as const satisfies Role[];

export interface Labels {
  status: Record<Status, string>;
  category: Record<Category, string>;
  priority: Record<Priority, string>;
  role: Record<Role, string>;
  rolePlural: Record<Role, string>;
  action: Record<TicketAction | 'taken', string>;
  step: Record<Operation, string>;
  member: Record<ProjectWorker['status'], string>;
  obstacle: Record<NonNullable<RuleOutlook['obstacle']>, string>;
}
