import { useApiQuery } from '../../api/queries.ts';

/** How many reports nobody has answered; the live updates read it again. */
export function useOpenReportCount(): number {
  const { data } = useApiQuery('GET /ext/reports', { query: { status: 'open', limit: 1 } });
  return data?.total ?? 0;
}
