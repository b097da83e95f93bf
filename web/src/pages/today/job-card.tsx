import { Anchor, Blockquote, Button, Paper, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconCar } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import type { Status } from '../../contract/enums.ts';
import type { TicketListItem } from '../../contract/schemas.ts';
import { DeadlineTag } from '../../features/deadlines/lazy.ts';
import { useOptimisticTicket } from '../../features/optimistic-ticket.ts';
import { StatusBadge, UrgentBadge } from '../../features/status-badge.tsx';
import { ticketTitle } from '../../features/ticket-title.ts';
import { useIsOnline } from '../../http/connectivity.ts';
import { formatClock, formatDay } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/locale.ts';
import { mayWrite } from '../../session/acting.ts';
import { Icon } from '../../ui/icon.tsx';
import { IsolatedName } from '../../ui/isolated-name.tsx';
import { mapUrl } from '../../ui/map-url.ts';
import { Meta } from '../../ui/meta.tsx';
import { Tag } from '../../ui/tag.tsx';
import { CallAndMessage } from '../ticket/call-and-message.tsx';
import { useTodayTexts } from './texts/texts.ts';

interface Props {
  ticket: TicketListItem;
  /** whether the appointment is of another day */
  showsDay: boolean;
}

/** A job of the day: when, where, how to get in and whom to call. */
export function JobCard({ ticket, showsDay }: Props) {
  const texts = useTodayTexts();
  const { status } = useOptimisticTicket(ticket);
  const { appointment, hold } = ticket;
  return (
    <Paper component="article" className="card" withBorder h="100%" p="sm">
      <Stack gap={6}>
        {appointment && (
          <Text fw={600} size="lg" className="numbers">
            {showsDay && `${formatDay(appointment.from)}, `}
            <time dateTime={appointment.from}>{formatClock(appointment.from)}</time>–
            <time dateTime={appointment.to}>{formatClock(appointment.to)}</time>
          </Text>
        )}
        <Text component="h3" fw={500} lineClamp={2}>
          <Link to="/tickets/$id" params={{ id: String(ticket.id) }} className="card-link">
            {ticketTitle(ticket)}
          </Link>
        </Text>
        <Place ticket={ticket} />
        <Meta>
          <StatusBadge status={status} />
          <UrgentBadge {...ticket} />
          {hold && <Tag isWarning>{texts.onHold}</Tag>}
          <DeadlineTag id={ticket.id} status={status} />
          <span className="numbers">#{ticket.id}</span>
        </Meta>
        {appointment?.note && <Text className="description">{appointment.note}</Text>}
        {status === 'rejected' && (
          <Text size="sm" c="var(--danger)">
            {ticket.reject_reason}
          </Text>
        )}
        <AccessNotes objectId={ticket.object_id} />
        <ContactOnSite ticketId={ticket.id} />
        {mayWrite && onMyWayStatuses.has(status) && <OnMyWay ticket={ticket} />}
      </Stack>
    </Paper>
  );
}

/** The statuses in which the service takes it. */
const onMyWayStatuses: ReadonlySet<Status> = new Set<Status>(['assigned', 'in_progress']);
const intervalMs = 15 * 60_000;

/** Tells the client that the worker comes. It is not kept for later without a connection: it would be wrong by then. */
function OnMyWay({ ticket: { id, on_my_way_at } }: { ticket: TicketListItem }) {
  const texts = useTodayTexts();
  const isOnline = useIsOnline();
  const tell = useApiMutation('POST /ext/tickets/{id}/on-my-way', { invalidates: ['GET /ext/tickets'] });
  const told = tell.data?.at ?? on_my_way_at;
  const wasJustTold = told !== null && Date.now() - Date.parse(told) < intervalMs;
  return (
    <div>
      <Button
        variant="light"
        loading={tell.isPending}
        disabled={!isOnline || wasJustTold}
        leftSection={<Icon icon={IconCar} />}
        onClick={() => tell.mutate({ params: { id } })}
      >
        {texts.onMyWay}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {!isOnline ? texts.needsConnection : told !== null && texts.told(formatClock(told))}
      </Text>
    </div>
  );
}

function Place({ ticket: { object_name, floor, address } }: { ticket: TicketListItem }) {
  const messages = useMessages();
  return (
    <Text>
      {object_name}
      {floor && ` · ${messages.ticket.floor(floor)}`}
      <br />
      <Anchor href={mapUrl(address)} target="_blank" rel="noreferrer" inherit underline="always" display="inline-block" py={4}>
        {address}
        <VisuallyHidden>, {messages.ticket.map}</VisuallyHidden>
      </Anchor>
    </Text>
  );
}

/** How to get into the building. */
function AccessNotes({ objectId }: { objectId: number }) {
  const messages = useMessages();
  const { data } = useApiQuery('GET /ext/objects/{id}/notes', { params: { id: objectId } });
  if (!data?.text) return null;
  return (
    <Blockquote px="md" py="xs" my={0}>
      <b>{messages.ticket.objectNotes}</b>
      <Text className="description">{data.text}</Text>
    </Blockquote>
  );
}

function ContactOnSite({ ticketId }: { ticketId: number }) {
  const texts = useTodayTexts();
  const { data } = useApiQuery('GET /ext/tickets/{id}/contacts', { params: { id: ticketId } });
  if (!data?.client.phone) return null;
  const { name, phone } = data.client;
  return (
    <div>
      <Text size="sm" c="dimmed" mb={6}>
        {texts.contact} <IsolatedName name={name} />, {phone}
      </Text>
      <CallAndMessage name={name} phone={phone} />
    </div>
  );
}
