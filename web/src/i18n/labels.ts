import type { Labels as TicketLabels } from '../../../src/product/tickets/labels/en.ts';
import type { Role } from '../contract/enums.ts';
import type { Operation } from '../contract/lifecycle.ts';
import type { NextRunStatus, ProjectWorker } from '../contract/schemas.ts';

/** The names of the values of the API's enumerations; each language has one for every value. */
export interface Labels extends TicketLabels {
  rolePlural: Record<Role, string>;
  operation: Record<Operation | 'hold' | 'endHold' | 'answer' | 'sign', string>;
  member: Record<ProjectWorker['status'], string>;
  blocker: Record<NonNullable<NextRunStatus['blocker']>, string>;
}
