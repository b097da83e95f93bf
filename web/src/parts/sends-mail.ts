import { useRead } from '../api/queries.ts';

/** Whether the service sends mail; believed until it is known. */
export const useSendsMail = (): boolean => useRead('GET /ext/about').data?.mail ?? true;
