import type { PlannedVisit, PlannedWorker, Planner, Profile, UnplannedTicket } from '../../contract/schemas.ts';
import { plannedStatuses } from '../../features/planning/can-plan.ts';

/** What is planned: a ticket with or without an appointment. */
export interface Job extends UnplannedTicket {
  /** of its appointment */
  period?: { from: string; to: string };
  /** undefined: it has no worker, or that is not known yet */
  workerId?: string;
}

/** Where a job is put: somebody, some day, or both. */
export interface Target {
  /** null: nobody */
  workerId?: string | null;
  /** the midnight with which the day begins */
  day?: Date;
}

/** Plans a job: without a target its person and time are asked for. */
export type PlanHandler = (job: Job, target?: Target) => void;

export const jobOfVisit = ({ from, to, ...ticket }: PlannedVisit, workerId?: string): Job => ({
  ...ticket,
  period: { from, to },
  ...(workerId !== undefined && { workerId }),
});

export const isVisit = (appointment: PlannedWorker['appointments'][number]): appointment is PlannedVisit =>
  'ticket_id' in appointment;

/** Identifies an entry of a list; others' times may be the same. */
export const keyOf = (one: PlannedWorker['appointments'][number], index: number): string =>
  isVisit(one) ? `ticket-${one.ticket_id}` : `busy-${index}`;

/** Why a job cannot be planned by the user; undefined: it can. */
export function whyFixed(me: Pick<Profile, 'id' | 'role'>, { status, workerId, period }: Job): 'done' | 'notYours' | undefined {
  if (!plannedStatuses.includes(status)) return 'done';
  // Of a job without an appointment the worker is read when it is opened.
  if (me.role === 'worker' && period && workerId !== me.id) return 'notYours';
  return undefined;
}

/** What a worker has at a time, without the job itself. */
export const takenBy = (planner: Planner, workerId: string, ticketId: number): PlannedWorker['appointments'] =>
  (planner.workers.find(({ id }) => id === workerId)?.appointments ?? []).filter(
    (one) => !(isVisit(one) && (one.ticket_id === ticketId || !plannedStatuses.includes(one.status))),
  );
