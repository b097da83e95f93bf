import { seconds } from '../../../platform/lib/duration.ts';
import type { Module } from '../../../platform/module/module.ts';
import { namedRows } from '../../../platform/module/personal-data.ts';
import { remindOfAppointments } from './remind.ts';
import { appointmentRoutes } from './routes.ts';
import { appointmentAdditions } from './ticket-additions.ts';

/** When somebody comes for a ticket (docs/decisions/planning.md). */
export const appointments: Module = {
  name: 'appointments',
  tag: 'tickets',
  tables: ['ticket_appointments', 'ticket_appointment_offers'],
  personalData: [
    namedRows('ticket_appointments', 'set_by', 'set_by_name', {
      ticketColumn: 'ticket_id',
      kept: { answer: 'accepted or declined' },
    }),
    namedRows('ticket_appointment_offers', 'offered_by', 'offered_by_name', {
      ticketColumn: 'ticket_id',
      kept: { windows: 'times' },
    }),
  ],
  routes: appointmentRoutes,
  ticketAdditions: () => appointmentAdditions,
  jobs: (deps) => [{ name: 'appointments', everyMs: seconds(15), run: (stopping) => remindOfAppointments(deps, stopping) }],
};
