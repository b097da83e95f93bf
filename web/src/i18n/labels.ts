import type { Category, Priority, Role, Status } from '../contract/enums.ts';
import type { Operation, TicketAction } from '../contract/lifecycle.ts';
import type { NextRunStatus, ProjectWorker } from '../contract/schemas.ts';

/** What waits to be sent: the numbers of its kinds, and the operations. */
export interface UnsentCounts {
  requests?: number;
  operations?: readonly (keyof Labels['operation'])[];
  photos: number;
  comments?: number;
  /** of other defects */
  reports?: number;
  costs?: number;
}

/** The names of the values of the API's enumerations; each language has one for every value. */
export interface Labels {
  status: Record<Status, string>;
  /** who has to act next, as each role reads it; statuses without an entry need no hint */
  waitingFor: Record<Role, Partial<Record<Status, string>>>;
  category: Record<Category, string>;
  priority: Record<Priority, string>;
  role: Record<Role, string>;
  rolePlural: Record<Role, string>;
  action: Record<TicketAction | 'taken', string>;
  operation: Record<Operation | 'hold' | 'endHold' | 'answer' | 'sign', string>;
  member: Record<ProjectWorker['status'], string>;
  blocker: Record<NonNullable<NextRunStatus['blocker']>, string>;
}
