import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/queries.ts';
import type { AccountTrust } from '../../contract/schemas.ts';

/** Of one request. */
export const maxAccounts = 100;

/**
 * Reads how far accounts can be trusted: who created and disabled them, and who chose their passwords.
 * @param ids of at most 100 accounts; without any, nothing is read
 */
export function useAccountTrust(ids: string[]) {
  const trust = useQuery({
    ...apiQuery('GET /ext/users', { query: { ids: ids.join(','), limit: maxAccounts } }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const of = (id: string): AccountTrust | undefined => trust.data?.items.find((account) => account.id === id);
  return { of, isPending: trust.isPending && ids.length > 0, isError: trust.isError };
}
