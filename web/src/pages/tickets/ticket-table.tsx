import { Anchor, type AnchorProps, Box, Group, Paper, Table, Text, VisuallyHidden } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes } from 'react';
import { SelectBox, type Selection, selectWithKey } from '../../components/assigning/selection.tsx';
import { DeadlineTag } from '../../components/deadlines/lazy.ts';
import { StatusBadge, UrgentBadge } from '../../components/status-badge.tsx';
import { TicketCover } from '../../components/ticket-extras/lazy.tsx';
import { ticketTitle } from '../../components/ticket-title.ts';
import { RelativeTime } from '../../components/time.tsx';
import { UserAvatar } from '../../components/user-avatar.tsx';
import type { Ticket } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import type { Filters } from './url-filters.ts';

interface Props {
  rows: { item: Ticket; isRemoved: boolean }[];
  filters: Filters;
  open: number | undefined;
  /** a click opens the drawer, and on a narrow screen the page of the ticket */
  opensDrawer: boolean;
  selection: Selection;
}

/** The list of tickets as a table. What its columns are is seen from the rows; their names are for screen readers. */
export function TicketTable({ rows, filters, open, opensDrawer, selection }: Props) {
  const messages = useMessages();
  const { what, people, status, age } = messages.list;
  const isWhole = open === undefined;
  const columns = [
    { name: what },
    isWhole && { name: people, width: '20%' },
    { name: status, width: 184 },
    isWhole && { name: age, width: 148 },
  ].filter((column) => column !== false);
  return (
    <Paper withBorder className="table-wrap">
      <Table
        layout="fixed"
        verticalSpacing={0}
        horizontalSpacing={14}
        highlightOnHover
        highlightOnHoverColor="var(--page-background)"
        className="table"
      >
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ name, width }) => (
              <Table.Th key={name} scope="col" w={width}>
                <VisuallyHidden>{name}</VisuallyHidden>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ item, isRemoved }) => (
            <Table.Tr
              key={item.id}
              opacity={isRemoved ? 0.75 : undefined}
              bg={item.id === open ? 'var(--accent-soft)' : undefined}
              data-ticket={item.id}
              aria-current={item.id === open ? 'true' : undefined}
              onKeyDown={(event) => selectWithKey(event, item.id, selection)}
            >
              <Table.Td h={56}>
                <Group gap="sm" wrap="nowrap">
                  <SelectBox id={item.id} selection={selection} />
                  <TicketCover ticket={item} size={44} />
                  <Box flex={1} miw={0}>
                    <Title ticket={item} filters={filters} isReplaced={open !== undefined} opensDrawer={opensDrawer} />
                    <Details ticket={item} />
                  </Box>
                </Group>
              </Table.Td>
              {isWhole && (
                <Table.Td>
                  <Worker ticket={item} />
                </Table.Td>
              )}
              <Table.Td py={6}>
                {isRemoved ? (
                  <Text size="sm" c="dimmed">
                    {messages.app.removedFromList}
                  </Text>
                ) : (
                  <Group gap={4}>
                    <StatusBadge status={item.status} />
                    {item.status !== 'closed' && <DeadlineTag id={item.id} status={item.status} />}
                  </Group>
                )}
              </Table.Td>
              {isWhole && (
                <Table.Td c="dimmed">
                  <RelativeTime at={item.created_at} />
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

/** Where it is, and for admins, who have many clients, whose it is. */
function Details({ ticket }: { ticket: Ticket }) {
  const messages = useMessages();
  const { role } = useCurrentUser();
  const place = [
    ticket.object_name,
    ticket.floor && messages.ticket.floor(ticket.floor),
    role === 'admin' && ticket.client_name,
  ].filter(Boolean);
  return (
    <Text size="sm" c="dimmed" truncate="end" title={place.join(' · ')}>
      <UrgentBadge {...ticket} /> {place.join(' · ')} · <span className="numbers">#{ticket.id}</span>
      <VisuallyHidden>, {messages.labels.category[ticket.category]}</VisuallyHidden>
    </Text>
  );
}

function Worker({ ticket: { worker_id, worker_name, status } }: { ticket: Ticket }) {
  const messages = useMessages();
  if (!worker_id)
    return (
      <Text inherit c="dimmed">
        {status === 'closed' ? messages.ticket.noWorker : messages.ticket.unassigned}
      </Text>
    );
  return (
    <Group gap={6} wrap="nowrap">
      <UserAvatar id={worker_id} name={worker_name ?? ''} />
      <Text inherit truncate="end">
        {worker_name}
      </Text>
    </Group>
  );
}

const TitleLink = createLink((props: AnchorProps & AnchorHTMLAttributes<HTMLAnchorElement>) => <Anchor {...props} />);
const titleLook = { c: 'bright', fw: 550, display: 'block', truncate: 'end', underline: 'hover', className: 'title' } as const;

interface TitleProps {
  ticket: Ticket;
  filters: Filters;
  /** the drawer is open: the next ticket replaces the history entry */
  isReplaced: boolean;
  opensDrawer: boolean;
}

function Title({ ticket, filters, isReplaced, opensDrawer }: TitleProps) {
  const id = String(ticket.id);
  if (!opensDrawer) {
    return (
      <TitleLink to="/tickets/$id" params={{ id }} {...titleLook}>
        {ticketTitle(ticket)}
      </TitleLink>
    );
  }
  return (
    <TitleLink
      to="/tickets"
      search={{ ...filters, open: id }}
      replace={isReplaced}
      state={isReplaced ? true : { isDrawerOverList: true }}
      resetScroll={false}
      {...titleLook}
    >
      {ticketTitle(ticket)}
    </TitleLink>
  );
}
