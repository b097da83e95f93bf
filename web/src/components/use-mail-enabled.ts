import { useApiQuery } from '../api/queries.ts';

/** Whether the service sends mail; true until the response is there. */
export const useMailEnabled = (): boolean => useApiQuery('GET /ext/about').data?.mail ?? true;
