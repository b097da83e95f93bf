import { useApiQuery } from '../../api/queries.ts';

/** How many notifications are not read; the live updates read it again. */
export function useUnreadCount(): number {
  const { data } = useApiQuery('GET /ext/notifications', { query: { unread: 'true', limit: 1 } });
  return data?.unread ?? 0;
}
