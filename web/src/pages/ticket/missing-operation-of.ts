import type { Profile, Ticket } from '../../contract/schemas.ts';

/** An operation that somebody may look for, and why it is not there. */
export type MissingOperation = 'cancelWhileInProgress' | 'confirmByClient' | 'handBackWhileInProgress' | 'photosAfterStart';

/** What is missing for a user in the present status of a ticket; undefined: nothing that needs an explanation. */
export function missingOperationOf(me: Pick<Profile, 'role' | 'id'>, ticket: Ticket): MissingOperation | undefined {
  const { status, worker_id } = ticket;
  if (me.role === 'client' && status === 'in_progress') return 'cancelWhileInProgress';
  if (me.role === 'admin' && status === 'done') return 'confirmByClient';
  if (me.role !== 'worker' || worker_id !== me.id) return undefined;
  if (status === 'assigned' || status === 'rejected') return 'photosAfterStart';
  if (status === 'in_progress') return 'handBackWhileInProgress';
  return undefined;
}
