import { Link } from '@tanstack/react-router';
import type { Ticket } from '../contract/schemas.ts';
import { useMessages } from '../i18n/locale.ts';
import { useShownItems } from '../offline-queue/shown-items.ts';
import { useCurrentUser } from '../session/session-store.ts';
import { mapUrl } from './map-url.ts';
import { useOptimisticTicket } from './optimistic-ticket.ts';
import { StatusBadge, UrgentBadge } from './status-badge.tsx';
import { RelativeTime } from './time.tsx';

interface Props {
  ticket: Ticket;
  isRemoved?: boolean;
  /** when it got its status; its creation by default */
  since?: string | undefined;
  showsStatus?: boolean;
  showsPeople?: boolean;
  /** `h3` below the heading of a section, `h2` below that of the page */
  heading?: 'h2' | 'h3';
}

/** A ticket in a list; the whole card is a link to its page. */
export function TicketCard({
  ticket,
  isRemoved = false,
  since,
  showsStatus = true,
  showsPeople = true,
  heading: Heading = 'h3',
}: Props) {
  const messages = useMessages();
  const { status } = useOptimisticTicket(ticket);
  const isUnsent = useShownItems().some(({ ticketId, state }) => ticketId === ticket.id && state !== 'sent');
  return (
    <article className={isRemoved ? 'card removed' : 'card'}>
      <div className="card-head">
        <Heading>
          <Link to="/tickets/$id" params={{ id: String(ticket.id) }} className="card-link">
            {ticket.object_name}
            {ticket.floor && <span className="muted">, {messages.ticket.floor(ticket.floor)}</span>}
          </Link>
        </Heading>
        <span className="age small">
          <RelativeTime at={since ?? ticket.created_at} />
        </span>
      </div>
      <p className="clamp">{ticket.description}</p>
      <Address text={ticket.address} />
      <p className="meta small">
        {isRemoved ? <span>{messages.app.removedFromList}</span> : showsStatus && <StatusBadge status={status} />}
        {isUnsent && <span className="urgent">{messages.unsent.badge}</span>}
        <UrgentBadge {...ticket} />
        <span>{messages.labels.category[ticket.category]}</span>
        {showsPeople && ticket.worker_name && <span>{ticket.worker_name}</span>}
        <span className="numbers">#{ticket.id}</span>
      </p>
    </article>
  );
}

/** For workers the address links to a map. */
function Address({ text }: { text: string }) {
  const messages = useMessages();
  const { role } = useCurrentUser();
  if (role !== 'worker') return <p className="muted small">{text}</p>;
  return (
    <p className="small">
      <a href={mapUrl(text)} target="_blank" rel="noreferrer" className="tap-target above-card-link">
        {text}
        <span className="visually-hidden">, {messages.ticket.map}</span>
      </a>
    </p>
  );
}
