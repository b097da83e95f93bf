import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/queries.ts';
import type { Principal } from '../../session/acting.ts';
import { useSender } from '../../session/session-store.ts';

const staleTimeMs = 5 * 60_000;
const none: Principal[] = [];

/** The accounts that the user who is signed in may act for; none for admins, who choose them in the list of accounts. */
export function useActsFor(): Principal[] {
  const { role } = useSender();
  const { data } = useQuery({ ...apiQuery('GET /ext/me'), enabled: role !== 'admin', staleTime: staleTimeMs });
  return data?.acts_for ?? none;
}
