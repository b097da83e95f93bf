import type { ReactNode } from 'react';
import { RelativeTime } from '../../components/time.tsx';
import { UserAvatar } from '../../components/user-avatar.tsx';
import type { Ticket } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';

/** The client and the worker of a ticket, and since when they are. */
export function TicketPeople({ ticket }: { ticket: Ticket }) {
  const messages = useMessages();
  const { worker_id, worker_name, assigned_at, assigned_by, status } = ticket;
  const { steps } = messages.ticket;
  return (
    <section className="ticket-people" aria-label={messages.ticket.people}>
      <Person role={messages.ticket.client} id={ticket.client_id} name={ticket.client_name}>
        {steps.created} <RelativeTime at={ticket.created_at} />
      </Person>
      {worker_id && worker_name ? (
        <Person role={messages.ticket.worker} id={worker_id} name={worker_name}>
          {assigned_at && (
            <>
              {assigned_by === worker_id ? steps.taken : steps.assigned} <RelativeTime at={assigned_at} />
            </>
          )}
        </Person>
      ) : (
        <Person
          role={messages.ticket.worker}
          name={status === 'closed' ? messages.ticket.noWorker : messages.ticket.unassigned}
        />
      )}
    </section>
  );
}

interface PersonProps {
  role: string;
  /** undefined for nobody */
  id?: string;
  name: string;
  children?: ReactNode;
}

function Person({ role, id, name, children }: PersonProps) {
  return (
    <div className="ticket-person">
      {id ? <UserAvatar id={id} name={name} size={40} /> : <span className="no-avatar" aria-hidden="true" />}
      <div>
        <b>
          <bdi>{name}</bdi>
        </b>
        <p className="muted small">
          {role}
          {children && ' · '}
          {children}
        </p>
      </div>
    </div>
  );
}
