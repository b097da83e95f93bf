import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Ticket } from '../contract/schemas.ts';
import { useMessages } from '../i18n/locale.ts';
import { useShownItems } from '../offline-queue/shown-items.ts';
import { useCurrentUser } from '../session/session-store.ts';
import { CategoryTile } from './category-icon.tsx';
import { mapUrl } from './map-url.ts';
import { useOptimisticTicket } from './optimistic-ticket.ts';
import { StatusBadge, UrgentBadge } from './status-badge.tsx';
import { ticketTitle } from './ticket-title.ts';
import { RelativeTime } from './time.tsx';
import { UserAvatar } from './user-avatar.tsx';

interface Props {
  ticket: Ticket;
  isRemoved?: boolean;
  /** when it got its status; its creation by default */
  since?: string | undefined;
  showsStatus?: boolean;
  showsPeople?: boolean;
  /** `h3` below the heading of a section, `h2` below that of the page */
  heading?: 'h2' | 'h3';
  /** more about it, below the rest */
  children?: ReactNode;
}

/** A ticket in a list; the whole card is a link to its page. */
export function TicketCard({
  ticket,
  isRemoved = false,
  since,
  showsStatus = true,
  showsPeople = true,
  heading: Heading = 'h3',
  children,
}: Props) {
  const messages = useMessages();
  const { status } = useOptimisticTicket(ticket);
  const isUnsent = useShownItems().some(({ ticketId, state }) => ticketId === ticket.id && state !== 'sent');
  return (
    <article className={isRemoved ? 'card removed' : 'card'}>
      <CategoryTile category={ticket.category} />
      <div className="card-content">
        <Heading>
          <Link to="/tickets/$id" params={{ id: String(ticket.id) }} className="card-link">
            {ticketTitle(ticket)}
          </Link>
        </Heading>
        <Place ticket={ticket} />
        <p className="meta small">
          {isRemoved ? <span>{messages.app.removedFromList}</span> : showsStatus && <StatusBadge status={status} />}
          <UrgentBadge {...ticket} />
          {isUnsent && <span className="urgent">{messages.unsent.badge}</span>}
          {showsPeople && ticket.worker_id && <Worker id={ticket.worker_id} name={ticket.worker_name ?? ''} />}
          <RelativeTime at={since ?? ticket.created_at} />
          <span className="numbers">#{ticket.id}</span>
        </p>
        {children}
      </div>
    </article>
  );
}

function Worker({ id, name }: { id: string; name: string }) {
  return (
    <span className="person">
      <UserAvatar id={id} name={name} />
      {name}
    </span>
  );
}

/** Where the work is; for workers the address links to a map. */
function Place({ ticket: { object_name, floor, address } }: { ticket: Ticket }) {
  const messages = useMessages();
  const { role } = useCurrentUser();
  return (
    <p className="muted small">
      {object_name}
      {floor && ` · ${messages.ticket.floor(floor)}`}
      {role === 'worker' && (
        <>
          {' · '}
          <a href={mapUrl(address)} target="_blank" rel="noreferrer" className="tap-target above-card-link">
            {address}
            <span className="visually-hidden">, {messages.ticket.map}</span>
          </a>
        </>
      )}
    </p>
  );
}
