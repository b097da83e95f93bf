import { Button } from '@mantine/core';
import { IconMessage, IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import { Icon } from '../../components/icon.tsx';
import { IsolatedName } from '../../components/isolated-name.tsx';
import { RelativeTime } from '../../components/time.tsx';
import { UserAvatar } from '../../components/user-avatar.tsx';
import type { Ticket } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';

/** The client and the worker of a ticket, and since when they are. */
export function TicketPeople({ ticket }: { ticket: Ticket }) {
  const messages = useMessages();
  const { worker_id, worker_name, assigned_at, assigned_by, status } = ticket;
  const { steps } = messages.ticket;
  const contacts = useApiQuery('GET /ext/tickets/{id}/contacts', { params: { id: ticket.id } }).data;
  return (
    <section className="ticket-people" aria-label={messages.ticket.people}>
      <Person role={messages.ticket.client} id={ticket.client_id} name={ticket.client_name} phone={contacts?.client.phone}>
        {steps.created} <RelativeTime at={ticket.created_at} />
      </Person>
      {worker_id && worker_name ? (
        <Person role={messages.ticket.worker} id={worker_id} name={worker_name} phone={contacts?.worker?.phone}>
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
  phone?: string | undefined;
  children?: ReactNode;
}

function Person({ role, id, name, phone, children }: PersonProps) {
  const me = useCurrentUser();
  return (
    <div className="ticket-person">
      {id ? <UserAvatar id={id} name={name} size={40} /> : <span className="no-avatar" aria-hidden="true" />}
      <div>
        <IsolatedName name={name} />
        <p className="muted small">
          {role}
          {children && ' · '}
          {children}
        </p>
      </div>
      {phone && id !== me.id && <CallAndMessage name={name} phone={phone} />}
    </div>
  );
}

function CallAndMessage({ name, phone }: { name: string; phone: string }) {
  const messages = useMessages();
  const number = phone.replaceAll(/[^\d+*#]/g, '');
  return (
    <p className="row-actions">
      <Button component="a" variant="default" href={`tel:${number}`} leftSection={<Icon icon={IconPhone} />}>
        {messages.ticket.call}
        <span className="visually-hidden"> {name}</span>
      </Button>
      <Button component="a" variant="default" href={`sms:${number}`} leftSection={<Icon icon={IconMessage} />}>
        {messages.ticket.message}
        <span className="visually-hidden"> {name}</span>
      </Button>
    </p>
  );
}
