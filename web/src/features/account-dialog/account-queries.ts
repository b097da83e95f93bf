import type { QueryName } from '../../api/client.ts';

/** The queries that contain accounts, to be read again after a change of one. */
export const accountQueries: QueryName[] = [
  'GET /users',
  'GET /ext/unconfirmed',
  'GET /projects/{id}/workers',
  'GET /ext/users',
  'GET /ext/workload',
];
