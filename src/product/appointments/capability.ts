import type { Capability } from '../../platform/capability/capability.ts';
import { seconds } from '../../platform/lib/duration.ts';
import { remindOfAppointments } from './remind.ts';
import { appointmentRoutes } from './routes.ts';
import { appointmentAdditions } from './ticket-additions.ts';

/** When somebody comes for a ticket (docs/decisions/planning.md). */
export const appointments: Capability = {
  name: 'appointments',
  tables: ['ticket_appointments', 'ticket_appointment_offers'],
  routes: appointmentRoutes,
  ticketAdditions: () => appointmentAdditions,
  jobs: (deps) => [{ name: 'appointments', everyMs: seconds(15), run: (stopping) => remindOfAppointments(deps, stopping) }],
};
