import { ActionIcon, Group, Paper, Stack, Text } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Ticket } from '../contract/schemas.ts';
import { useMessages } from '../i18n/locale.ts';
import { withoutBidirectionalControls } from '../lib/bidirectional-controls.ts';
import { useShownItems } from '../offline-queue/shown-items.ts';
import { useCurrentUser } from '../session/session-store.ts';
import { Icon } from '../ui/icon.tsx';
import { mapUrl } from '../ui/map-url.ts';
import { Meta } from '../ui/meta.tsx';
import { PersonName } from '../ui/person-name.tsx';
import { RelativeTime } from '../ui/time.tsx';
import { useMoveAnimation } from '../ui/use-move-animation.ts';
import { DeadlineTag } from './deadlines/lazy.ts';
import { useOptimisticTicket } from './optimistic-ticket.ts';
import { PlanningTags } from './planning/lazy.ts';
import { RemovedText } from './removed-text.tsx';
import { StatusBadge, UrgentBadge } from './status-badge.tsx';
import { TicketCounts, TicketCover } from './ticket-extras/lazy.tsx';
import { ticketTitle } from './ticket-title.ts';

interface Props {
  ticket: Ticket;
  isRemoved?: boolean;
  /** when it got its status; its creation by default */
  since?: string | undefined;
  showsStatus?: boolean;
  showsPeople?: boolean;
  /** `h3` below the heading of a section, `h2` below that of the page */
  heading?: 'h2' | 'h3';
  /** whose it is, beside the place */
  client?: string | undefined;
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
  heading = 'h3',
  client,
  children,
}: Props) {
  const messages = useMessages();
  const { role } = useCurrentUser();
  const { status } = useOptimisticTicket(ticket);
  const isUnsent = useShownItems().some(({ ticketId, state }) => ticketId === ticket.id && state !== 'sent');
  return (
    <Paper
      ref={useMoveAnimation(ticket.id)}
      component="article"
      className="card"
      withBorder
      h="100%"
      p="sm"
      bd={isRemoved ? '1px dashed var(--border)' : undefined}
      bg={isRemoved ? 'transparent' : undefined}
      c={isRemoved ? 'dimmed' : undefined}
    >
      <Group align="flex-start" gap="sm" wrap="nowrap">
        <TicketCover ticket={ticket} />
        <Stack gap={4} flex={1} miw={0}>
          <Text component={heading} fw={500} lineClamp={2} textWrap="balance">
            <Link to="/tickets/$id" params={{ id: String(ticket.id) }} className="card-link">
              {ticketTitle(ticket)}
            </Link>
          </Text>
          <Place ticket={ticket} client={client} />
          <Meta>
            {isRemoved ? <RemovedText {...ticket} /> : showsStatus && <StatusBadge status={status} />}
            <UrgentBadge {...ticket} />
            {!isRemoved && status !== 'closed' && <DeadlineTag id={ticket.id} status={status} />}
            {!isRemoved && <PlanningTags id={ticket.id} status={status} />}
            {isUnsent && (
              <Text span inherit c="var(--danger)" fw={600}>
                {messages.unsent.badge}
              </Text>
            )}
            {showsPeople && ticket.worker_id && <PersonName id={ticket.worker_id} name={ticket.worker_name ?? ''} />}
            <RelativeTime at={since ?? ticket.created_at} />
            <TicketCounts id={ticket.id} />
            <span className="numbers">#{ticket.id}</span>
          </Meta>
          {children}
        </Stack>
        {role === 'worker' && (
          <ActionIcon
            component="a"
            variant="default"
            size={44}
            style={{ alignSelf: 'flex-end' }}
            href={mapUrl(ticket.address)}
            target="_blank"
            rel="noreferrer"
            aria-label={`${messages.ticket.map}: ${ticket.address}`}
          >
            <Icon icon={IconMapPin} />
          </ActionIcon>
        )}
      </Group>
    </Paper>
  );
}

/** Where the work is; for workers with the address. */
function Place({ ticket: { object_name, floor, address }, client }: Pick<Props, 'ticket' | 'client'>) {
  const messages = useMessages();
  const { role } = useCurrentUser();
  return (
    <Text size="sm" c="dimmed" {...(role !== 'worker' && { lineClamp: 1 })}>
      {object_name}
      {floor && ` · ${messages.ticket.floor(floor)}`}
      {client && ` · ${withoutBidirectionalControls(client)}`}
      {role === 'worker' && (
        <>
          <br />
          {address}
        </>
      )}
    </Text>
  );
}
