import { useApiQuery } from '../api/queries.ts';

/** Whether the service sends mail; believed until it is known. */
export const useMailEnabled = (): boolean => useApiQuery('GET /ext/about').data?.mail ?? true;
