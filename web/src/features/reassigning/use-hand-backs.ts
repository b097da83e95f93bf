import { useApiQuery } from '../../api/queries.ts';
import type { HandBack } from '../../contract/schemas.ts';

/** How often a ticket was handed back, the newest first, and the hand-back that nobody has answered yet. */
export function useHandBacks(id: number): { all: HandBack[]; open: HandBack | undefined } {
  const { data } = useApiQuery('GET /ext/tickets/{id}/hand-backs', { params: { id }, query: { limit: 100, order: 'desc' } });
  const all = data?.items ?? [];
  return { all, open: all.find(({ is_open }) => is_open) };
}
