import { useApiListQuery } from '../../api/queries.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { IsolatedName } from '../../components/isolated-name.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { ShowMore, useListPaging } from '../../components/show-more.tsx';
import { RelativeTime } from '../../components/time.tsx';
import type { Status } from '../../contract/enums.ts';
import type { Ticket, TicketEvent } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { withoutBidirectionalControls } from '../../lib/bidirectional-controls.ts';

/** The journal of a ticket, the newest entry first. */
export function TicketJournal({ ticket: { id, worker_id, worker_name } }: { ticket: Ticket }) {
  const messages = useMessages();
  const paging = useListPaging();
  const { limit, offset } = paging;
  const events = useApiListQuery('GET /tickets/{id}/events', { params: { id }, query: { limit, offset, order: 'desc' } });
  /** An assignment by the worker is shown as accepting, any other one with the name of the worker. */
  function entryText({ action, actor_id }: TicketEvent): string {
    if (action !== 'assigned') return messages.labels.action[action];
    if (actor_id === worker_id) return messages.labels.action.taken;
    return worker_name
      ? messages.ticket.assignedWorker(withoutBidirectionalControls(worker_name))
      : messages.labels.action.assigned;
  }
  return (
    <section className="journal" aria-labelledby="journal">
      <h2 id="journal">{messages.ticket.journal}</h2>
      {events.isPending && <ListSkeleton height={44} />}
      {events.isError && !events.data && <ErrorState error={events.error} retry={() => void events.refetch()} />}
      <ol className="timeline">
        {events.data?.items.map((event) => (
          <Entry key={event.id} event={event} text={entryText(event)} />
        ))}
      </ol>
      <ShowMore paging={paging} page={events.data} />
    </section>
  );
}

function Entry({ event, text }: { event: TicketEvent; text: string }) {
  const isPhoto = event.action.startsWith('photo_');
  return (
    <li className={isPhoto ? '' : `status-${event.to_status as Status}`}>
      <p>
        <IsolatedName name={event.actor_name} /> {text}{' '}
        <span className="muted small">
          <RelativeTime at={event.created_at} />
        </span>
      </p>
      {event.comment && (isPhoto ? <p className="muted small">{event.comment}</p> : <blockquote>{event.comment}</blockquote>)}
    </li>
  );
}
