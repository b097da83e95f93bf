import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/queries.ts';
import type { Ticket } from '../../contract/schemas.ts';
import { isSinceRejection } from './photo-rounds.ts';

/**
 * When the current round of work was started. A ticket has the time of its first start only, the journal has the others.
 * @returns undefined until then, and while the newest entries of the journal do not say it
 */
export function useRoundStart(ticket: Pick<Ticket, 'id' | 'started_at' | 'rejected_at'>): string | undefined {
  const { id, started_at, rejected_at } = ticket;
  // The same query as that of the journal on the page, which is also there without a connection.
  const journal = apiQuery('GET /tickets/{id}/events', { params: { id }, query: { limit: 25, offset: 0, order: 'desc' } });
  const { data } = useQuery({ ...journal, enabled: rejected_at !== undefined });
  if (rejected_at === undefined) return started_at;
  return data?.items.find(({ action, created_at }) => action === 'started' && isSinceRejection(ticket, created_at))?.created_at;
}
