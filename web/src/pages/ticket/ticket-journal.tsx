import { useApiListQuery } from '../../api/queries.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { ShowMore, useListPaging } from '../../components/show-more.tsx';
import { RelativeTime } from '../../components/time.tsx';
import type { Status } from '../../contract/enums.ts';
import type { Ticket, TicketEvent } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';

/** The journal of a ticket, the newest entry first. */
export function TicketJournal({ ticket: { id, worker_id } }: { ticket: Ticket }) {
  const messages = useMessages();
  const paging = useListPaging();
  const { limit, offset } = paging;
  const events = useApiListQuery('GET /tickets/{id}/events', { params: { id }, query: { limit, offset, order: 'desc' } });
  return (
    <section aria-labelledby="journal">
      <h2 id="journal">{messages.ticket.journal}</h2>
      {events.isPending && <ListSkeleton height={44} />}
      {events.isError && !events.data && <ErrorState error={events.error} retry={() => void events.refetch()} />}
      <ol className="timeline">
        {events.data?.items.map((event) => (
          <Entry key={event.id} event={event} isTaken={event.action === 'assigned' && event.actor_id === worker_id} />
        ))}
      </ol>
      <ShowMore paging={paging} page={events.data} />
    </section>
  );
}

/** @param isTaken whether the worker has taken the ticket, and nobody has assigned it */
function Entry({ event, isTaken }: { event: TicketEvent; isTaken: boolean }) {
  const messages = useMessages();
  const isPhoto = event.action.startsWith('photo_');
  return (
    <li className={isPhoto ? '' : `status-${event.to_status as Status}`}>
      <p>
        <b>{event.actor_name}</b> {messages.labels.action[isTaken ? 'taken' : event.action]}
      </p>
      {event.comment && (isPhoto ? <p className="muted small">{event.comment}</p> : <blockquote>{event.comment}</blockquote>)}
      <p className="muted small">
        <RelativeTime at={event.created_at} />
      </p>
    </li>
  );
}
