import { Box, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import type { Ticket } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { IsolatedName } from '../../ui/isolated-name.tsx';
import { Tag } from '../../ui/tag.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { UserAvatar } from '../../ui/user-avatar.tsx';
import { CallAndMessage } from './call-and-message.tsx';
import { ReporterContact } from './reporter-contact.tsx';
import { useIsDisabled } from './use-is-disabled.ts';

/** The client and the worker of a ticket, and since when they are. */
export function TicketPeople({ ticket }: { ticket: Ticket }) {
  const messages = useMessages();
  const { worker_id, worker_name, assigned_at, assigned_by, status } = ticket;
  const { steps } = messages.ticket;
  const isDisabled = useIsDisabled(status === 'closed' ? null : worker_id);
  const contacts = useApiQuery('GET /ext/tickets/{id}/contacts', { params: { id: ticket.id } }).data;
  return (
    <Stack component="section" gap="md" aria-label={messages.ticket.people}>
      <Person role={messages.ticket.client} id={ticket.client_id} name={ticket.client_name} phone={contacts?.client.phone}>
        {steps.created} <RelativeTime at={ticket.created_at} />
      </Person>
      {worker_id && worker_name ? (
        <Person
          role={messages.ticket.worker}
          id={worker_id}
          name={worker_name}
          phone={contacts?.worker?.phone}
          isDisabled={isDisabled}
        >
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
      {contacts?.reporter && <ReporterContact reporter={contacts.reporter} />}
    </Stack>
  );
}

interface PersonProps {
  role: string;
  /** undefined for nobody */
  id?: string;
  name: string;
  phone?: string | undefined;
  isDisabled?: boolean;
  children?: ReactNode;
}

function Person({ role, id, name, phone, isDisabled = false, children }: PersonProps) {
  const messages = useMessages();
  const me = useCurrentUser();
  return (
    <Group className="ticket-person" align="flex-start" gap="sm" wrap="nowrap">
      {id ? (
        <UserAvatar id={id} name={name} size={40} isDisabled={isDisabled} />
      ) : (
        <Box flex="none" w={40} h={40} bd="2px dashed var(--border-strong)" bdrs="50%" aria-hidden="true" />
      )}
      <Stack gap={4} miw={0}>
        <div>
          <IsolatedName name={name} /> {isDisabled && <Tag isWarning>{messages.people.disabled}</Tag>}
          <Text size="sm" c="dimmed">
            {role}
            {children && ' · '}
            {children}
          </Text>
        </div>
        {phone && id !== me.id && <CallAndMessage name={name} phone={phone} />}
      </Stack>
    </Group>
  );
}
