import { type TicketStatus, ticketStatuses } from './lifecycle.ts';
import type { CreateTicket, Profile } from './schemas.ts';

// The enumerations of the API, as types and as lists of their values.

export type Status = TicketStatus;
export type Category = CreateTicket['category'];
export type Priority = NonNullable<CreateTicket['priority']>;
export type Role = Profile['role'];

/** The statuses that tickets are found in: a ticket that is confirmed is closed in the same transaction. */
export const statuses: readonly Status[] = ticketStatuses.filter((status) => status !== 'confirmed');
export const categories = ['electric', 'plumbing', 'climate', 'elevator', 'other'] as const satisfies Category[];
export const priorities = ['low', 'normal', 'high'] as const satisfies Priority[];
export const roles = ['worker', 'client', 'admin'] as const satisfies Role[];
