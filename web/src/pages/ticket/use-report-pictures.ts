import { useApiQuery } from '../../api/queries.ts';

/** The pictures of the report of a ticket, the oldest first; undefined until they were read. */
export function useReportPictures(ticketId: number) {
  const query = useApiQuery('GET /ext/tickets/{id}/attachments', { params: { id: ticketId }, query: { limit: 100 } });
  return {
    pictures: query.data?.items.filter(({ kind }) => kind === 'report'),
    /** of all attachments of the ticket, which share a limit */
    total: query.data?.total,
    readAgain: (): void => void query.refetch({ cancelRefetch: false }),
  };
}
