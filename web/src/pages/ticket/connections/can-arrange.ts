import type { Profile, Ticket } from '../../../contract/schemas.ts';
import { mayWrite } from '../../../session/acting.ts';

/** Who tags and links a ticket, whatever its status: the rule of `canArrange` in src/product/visibility.ts. */
export const canArrange = ({ id, role }: Profile, { client_id, worker_id }: Ticket): boolean =>
  mayWrite && (role === 'admin' || client_id === id || worker_id === id);
