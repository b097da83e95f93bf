import type { Status } from '../../contract/enums.ts';
import type { Profile, Ticket } from '../../contract/schemas.ts';
import { mayWrite } from '../../session/acting.ts';

/** In which a ticket can be on hold: as holdStatuses of the service. */
export const holdStatuses: readonly Status[] = ['assigned', 'in_progress', 'rejected'];
/** In which an appointment can be set: as appointmentStatuses of the service. */
export const plannedStatuses: readonly Status[] = ['new', 'assigned', 'in_progress', 'rejected'];

/** Whether the time of a hold has come, whether the service has noticed it by now or not. @param now milliseconds */
export const isOver = ({ until }: { until: string | null }, now: number): boolean => until !== null && Date.parse(until) <= now;

/** Whether the service lets the user put the ticket on hold and set its appointment, whatever its status is. */
const isPlanner = ({ id, role }: Pick<Profile, 'id' | 'role'>, { client_id, worker_id }: Ticket): boolean =>
  mayWrite && (role === 'admin' || client_id === id || worker_id === id);

export const canHold = (me: Profile, ticket: Ticket): boolean => holdStatuses.includes(ticket.status) && isPlanner(me, ticket);
export const canSchedule = (me: Profile, ticket: Ticket): boolean =>
  plannedStatuses.includes(ticket.status) && isPlanner(me, ticket);
