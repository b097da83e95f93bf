import { useApiQuery } from '../api/queries.ts';

/** Whether the service sends mail; undefined until the response is there. */
export const useMailEnabled = (): boolean | undefined => useApiQuery('GET /ext/about').data?.mail;
