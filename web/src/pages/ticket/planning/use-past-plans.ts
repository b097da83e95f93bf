import { useApiQuery } from '../../../api/queries.ts';
import type { TicketAppointment, TicketHold } from '../../../contract/schemas.ts';
import { useTicketPlanningTexts } from './texts/texts.ts';

interface Plans {
  holds: TicketHold[];
  appointments: TicketAppointment[];
  /** there are older ones, which are not shown */
  hasMore: boolean;
  /** says so */
  older: string;
}

/** The newest holds and appointments that a ticket has or has had. */
export function usePastPlans(id: number): Plans {
  const { older } = useTicketPlanningTexts();
  const input = { params: { id }, query: { limit: 100, order: 'desc' } } as const;
  const { data: holds } = useApiQuery('GET /ext/tickets/{id}/holds', input);
  const { data: appointments } = useApiQuery('GET /ext/tickets/{id}/appointments', input);
  const hasMore = [holds, appointments].some((page) => page && page.total > page.items.length);
  return { holds: holds?.items ?? [], appointments: appointments?.items ?? [], hasMore, older };
}
