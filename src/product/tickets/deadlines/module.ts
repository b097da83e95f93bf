import { sql } from 'kysely';
import type { DeliveryHandler } from '../../../platform/deliveries/attempt-delivery.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import type { Module } from '../../../platform/module/module.ts';
import type { HoldPayload, TicketEditedPayload, TicketEventPayload } from '../events.ts';
import type { TicketAction } from '../lifecycle.ts';
import { deadlinesCheck, deadlinesJob, jobIntervalMs, targetsJob } from './health.ts';
import { notifySteps } from './notify-steps.ts';
import { applyChangedTargets, refreshDeadline } from './refresh.ts';
import { deadlineRoutes } from './routes.ts';
import { deadlineAdditions } from './ticket-additions.ts';

const irrelevant: ReadonlySet<TicketAction> = new Set(['photo_added', 'photo_removed']);

const ticketOfPayloadHasTargets = sql<boolean>`exists (
  select from tickets as t join project_targets as target on target.project_id = t.project_id and target.has_targets
  where t.id = (payload ->> 'ticket_id')::integer)`;

/** When tickets have to be taken and finished (docs/decisions/deadlines.md). */
export const deadlines: Module = {
  name: 'deadlines',
  tag: 'projects',
  tables: ['project_targets', 'default_targets', 'ticket_deadlines'],
  personalData: [
    {
      table: 'project_targets',
      kept: { working_hours: 'times', holidays: 'dates', take_within: 'minutes', finish_within: 'minutes' },
    },
    {
      table: 'default_targets',
      rowsOf: (id) => sql`t.client_id = ${id}`,
      kept: { working_hours: 'times', holidays: 'dates', take_within: 'minutes', finish_within: 'minutes' },
    },
    { table: 'ticket_deadlines', kept: { deadlines: 'times' } },
  ],
  routes: deadlineRoutes,
  ticketAdditions: () => deadlineAdditions,
  subscriptions: [
    {
      event: 'ticket',
      queue: 'deadlines',
      wants: ({ action }) => !irrelevant.has(action),
      // Without targets nothing is written, so that transitions cost what they cost without this module.
      ifTicket: sql`exists (
        select from project_targets as target where target.project_id = t.project_id and target.has_targets)`,
    },
    { event: 'ticket_edited', queue: 'deadlines', wants: ({ changesPriority }) => changesPriority },
    ...(['ticket_on_hold', 'hold_ended'] as const).map((event) => ({
      event,
      queue: 'deadlines',
      onlyIf: ticketOfPayloadHasTargets,
    })),
  ],
  deliveryHandlers: (deps) => ({
    deadlines: { handler: createDeadlineHandler(deps), recordAs: 'deadline updates', policy: { concurrency: 2, perTenant: 1 } },
  }),
  jobs: (deps) => [
    {
      name: deadlinesJob,
      everyMs: jobIntervalMs,
      run: (stopping) => notifySteps(deps, stopping),
    },
    {
      name: targetsJob,
      everyMs: jobIntervalMs,
      run: (stopping) => applyChangedTargets(deps, stopping),
    },
  ],
  healthChecks: (deps) => [deadlinesCheck(deps)],
};

declare module '../../../platform/deliveries/queue.ts' {
  interface DeliveryPayloads {
    /** changes of tickets whose deadlines are not calculated yet */
    deadlines: TicketEventPayload | TicketEditedPayload | HoldPayload;
  }
}

/** Calculates the deadlines of a ticket that has changed. */
export function createDeadlineHandler({ db, clock }: Pick<Deps, 'db' | 'clock'>): DeliveryHandler<'deadlines'> {
  return async ({ payload }) => {
    await db.transaction((tx) => refreshDeadline(tx, payload.ticket_id, clock()));
    return 'sent';
  };
}
