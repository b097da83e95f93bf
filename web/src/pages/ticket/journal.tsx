import type { Ticket, TicketEvent } from '../../api/operations.ts';
import { useListQuery } from '../../api/queries.ts';
import { Rows } from '../../parts/rows.tsx';
import { ShowMore, useGrowing } from '../../parts/show-more.tsx';
import { Problem } from '../../parts/states.tsx';
import { Ago } from '../../parts/time.tsx';
import { useWords } from '../../words/index.ts';
import type { Status } from '../../words/labels.ts';

/** Everything that happened, newest first. */
export function Journal({ ticket: { id, worker_id } }: { ticket: Ticket }) {
  const words = useWords();
  const growing = useGrowing();
  const { limit, offset } = growing;
  const events = useListQuery('GET /tickets/{id}/events', { params: { id }, query: { limit, offset, order: 'desc' } });
  return (
    <section aria-labelledby="journal">
      <h2 id="journal">{words.ticket.journal}</h2>
      {events.isPending && <Rows height={44} />}
      {events.isError && !events.data && <Problem error={events.error} retry={() => void events.refetch()} />}
      <ol className="timeline">
        {events.data?.items.map((event) => (
          <Entry key={event.id} event={event} taken={event.action === 'assigned' && event.actor_id === worker_id} />
        ))}
      </ol>
      <ShowMore growing={growing} page={events.data} />
    </section>
  );
}

/** @param taken by the worker, where others assign it to somebody */
function Entry({ event, taken }: { event: TicketEvent; taken: boolean }) {
  const words = useWords();
  const isPhoto = event.action.startsWith('photo_');
  return (
    <li className={isPhoto ? '' : `s-${event.to_status as Status}`}>
      <p>
        <b>{event.actor_name}</b> {words.labels.action[taken ? 'taken' : event.action]}
      </p>
      {event.comment && (isPhoto ? <p className="muted small">{event.comment}</p> : <blockquote>{event.comment}</blockquote>)}
      <p className="muted small">
        <Ago at={event.created_at} />
      </p>
    </li>
  );
}
