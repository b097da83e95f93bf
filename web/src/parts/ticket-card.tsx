import { Link } from '@tanstack/react-router';
import type { Ticket } from '../api/operations.ts';
import { useQueued } from '../queue/list.ts';
import { useMe } from '../session/store.ts';
import { useWords } from '../words/index.ts';
import { useExpected } from './expected.ts';
import { mapLink } from './map-link.ts';
import { StatusMark, Urgent } from './status.tsx';
import { Ago } from './time.tsx';

interface Props {
  ticket: Ticket;
  isGone?: boolean;
  /** since when it stands where it stands */
  since?: string | undefined;
  showsStatus?: boolean;
  showsPeople?: boolean;
  /** below a section's heading, or right below the page's */
  heading?: 'h2' | 'h3';
}

/** A ticket in a list, with everything that one decides by; the whole card is the tap. */
export function TicketCard({
  ticket,
  isGone = false,
  since,
  showsStatus = true,
  showsPeople = true,
  heading: Heading = 'h3',
}: Props) {
  const words = useWords();
  const { status } = useExpected(ticket);
  const isUnsent = useQueued().some(({ ticketId, state }) => ticketId === ticket.id && state !== 'sent');
  return (
    <article className={isGone ? 'card gone' : 'card'}>
      <div className="card-head">
        <Heading>
          <Link to="/tickets/$id" params={{ id: String(ticket.id) }} className="cover">
            {ticket.object_name}
            {ticket.floor && <span className="muted">, {words.ticket.floor(ticket.floor)}</span>}
          </Link>
        </Heading>
        <span className="age small">
          <Ago at={since ?? ticket.created_at} />
        </span>
      </div>
      <p className="clamp">{ticket.description}</p>
      <Address text={ticket.address} />
      <p className="meta small">
        {isGone ? <span>{words.app.gone}</span> : showsStatus && <StatusMark status={status} />}
        {isUnsent && <span className="urgent">{words.unsent.mark}</span>}
        <Urgent {...ticket} />
        <span>{words.labels.category[ticket.category]}</span>
        {showsPeople && ticket.worker_name && <span>{ticket.worker_name}</span>}
        <span className="numbers">#{ticket.id}</span>
      </p>
    </article>
  );
}

/** Whoever has to get there taps it for the map. */
function Address({ text }: { text: string }) {
  const words = useWords();
  const { role } = useMe();
  if (role !== 'worker') return <p className="muted small">{text}</p>;
  return (
    <p className="small">
      <a href={mapLink(text)} target="_blank" rel="noreferrer" className="tap way">
        {text}
        <span className="hidden">, {words.ticket.map}</span>
      </a>
    </p>
  );
}
