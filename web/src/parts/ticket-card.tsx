import { Link } from '@tanstack/react-router';
import type { Ticket } from '../api/operations.ts';
import { useWords } from '../words/index.ts';
import { StatusMark, Urgent } from './status.tsx';
import { Ago } from './time.tsx';

interface Props {
  ticket: Ticket;
  isGone?: boolean;
  /** since when it stands where it stands */
  since?: string | undefined;
  showsStatus?: boolean;
  showsPeople?: boolean;
}

/** A ticket in a list, with everything that one decides by; the whole card is the tap. */
export function TicketCard({ ticket, isGone = false, since, showsStatus = true, showsPeople = true }: Props) {
  const words = useWords();
  return (
    <article className={isGone ? 'card gone' : 'card'}>
      <h3>
        <Link to="/tickets/$id" params={{ id: String(ticket.id) }} className="cover">
          {ticket.object_name}
          {ticket.floor && <span className="muted">, {words.ticket.floor(ticket.floor)}</span>}
        </Link>
      </h3>
      <p className="clamp">{ticket.description}</p>
      <p className="muted small">{ticket.address}</p>
      <p className="meta small">
        {isGone ? <span>{words.app.gone}</span> : showsStatus && <StatusMark status={ticket.status} />}
        <Urgent priority={ticket.priority} />
        <span>{words.labels.category[ticket.category]}</span>
        {showsPeople && ticket.worker_name && <span>{ticket.worker_name}</span>}
        <span className="age numbers">
          #{ticket.id} · <Ago at={since ?? ticket.created_at} />
        </span>
      </p>
    </article>
  );
}
