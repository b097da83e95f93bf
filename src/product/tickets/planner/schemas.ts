import { type Static, Type } from 'typebox';
import { Id, OneOf, Timestamp, Uuid } from '../../../platform/http/schemas.ts';
import { Absence } from '../absences/schemas.ts';
import { BusyTime } from '../appointments/schemas.ts';
import { ticketStatuses } from '../lifecycle.ts';

export const maxDays = 31;
export const maxWorkers = 1_000;
export const maxAppointments = 10_000;
export const maxUnplanned = 100;
/** Of a description: whoever plans needs to recognize the ticket. */
export const summaryLength = 200;

const Day = (text: string) => Type.String({ format: 'date', examples: ['2026-03-02'], description: text });

export const PlannerQuery = Type.Object({
  from: Day('The first day, in UTC.'),
  to: Day(`The last day, in UTC; at most ${maxDays} days in all.`),
  project_id: Type.Optional({ ...Id, description: 'The members and the unplanned tickets of this project only.' }),
});
export type PlannerQuery = Static<typeof PlannerQuery>;

const ticketFields = {
  ticket_id: Id,
  status: OneOf(ticketStatuses),
  description: Type.String({ description: `Its first ${summaryLength} characters.` }),
  address: Type.String(),
};

const PlannedVisit = Type.Object({ ...ticketFields, from: Timestamp, to: Timestamp }, { title: 'PlannedVisit' });
export type PlannedVisit = Static<typeof PlannedVisit>;
const UnplannedTicket = Type.Object(ticketFields, { title: 'UnplannedTicket' });
export type UnplannedTicket = Static<typeof UnplannedTicket>;

const PlannedWorker = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    absences: Type.Array(Absence),
    open: Type.Integer({ description: 'Tickets that are assigned and not closed, of those that you see.' }),
    appointments: Type.Array(Type.Union([PlannedVisit, BusyTime]), {
      description: 'In the order of time; of tickets that you may not see only the time.',
    }),
  },
  { title: 'PlannedWorker' },
);
export type PlannedWorker = Static<typeof PlannedWorker>;

export const Planner = Type.Object(
  {
    workers: Type.Array(PlannedWorker, { description: 'By name.' }),
    unassigned: Type.Array(PlannedVisit, { description: 'Appointments of tickets without a worker.' }),
    unplanned: Type.Array(UnplannedTicket, {
      description: `Tickets to be done without an appointment, those of high priority first, then the oldest, up to ${maxUnplanned}.`,
    }),
    has_more_unplanned: Type.Boolean(),
  },
  { title: 'Planner' },
);
export type Planner = Static<typeof Planner>;
