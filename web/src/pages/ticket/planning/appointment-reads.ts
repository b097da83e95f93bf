import type { QueryName } from '../../../api/client.ts';

/** The reads that an appointment changes. */
export const appointmentReads: QueryName[] = [
  ...(['GET /ext/tickets', 'GET /ext/tickets/{id}', 'GET /ext/tickets/{id}/appointments', 'GET /ext/planner'] as const),
];
