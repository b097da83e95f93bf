import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../../api/queries.ts';
import { useTicketExtras } from '../../../features/ticket-extras/use-ticket-extras.ts';
import { useShownPhotos } from '../../../offline-queue/shown-items.ts';
import { useShownEntries } from '../use-shown-entries.ts';
import { type ShownChecklist, withQueued } from './shown-checklist.ts';

/** The checklist of a ticket with the answers that wait in the queue; undefined while none is known. */
export function useTicketChecklist(id: number): ShownChecklist | undefined {
  const extras = useTicketExtras(id).data;
  // A ticket without one has no answer to this request. What was read before a start without a connection is shown anyway.
  const { data } = useQuery({
    ...apiQuery('GET /ext/tickets/{id}/checklist', { params: { id } }),
    enabled: Boolean(extras?.checklist),
  });
  const entries = useShownEntries(id);
  const photos = useShownPhotos(id);
  if (!data || data.items.length === 0 || extras?.checklist === null) return undefined;
  return withQueued(data, entries, photos);
}
