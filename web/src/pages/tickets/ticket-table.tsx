import { Anchor, type AnchorProps, Box, Group, Paper, Table, Text, VisuallyHidden } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes } from 'react';
import type { Ticket, TicketListItem } from '../../contract/schemas.ts';
import { SelectBox, type Selection, selectWithKey } from '../../features/assigning/selection.tsx';
import { DeadlineTag } from '../../features/deadlines/lazy.ts';
import { PlanningTags } from '../../features/planning/lazy.ts';
import { RemovedText } from '../../features/removed-text.tsx';
import { StatusBadge, UrgentBadge } from '../../features/status-badge.tsx';
import { TicketCover } from '../../features/ticket-extras/lazy.tsx';
import { ticketTitle } from '../../features/ticket-title.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { RelativeTime } from '../../ui/time.tsx';
import { UserAvatar } from '../../ui/user-avatar.tsx';
import { type NamedSort, SortHead, type Sorting } from './sort-head.tsx';
import type { TicketListTexts } from './texts/en.ts';
import { useTicketListTexts } from './texts/texts.ts';
import { type Filters, orderOf } from './url-filters.ts';

interface Props extends Sorting {
  rows: { item: TicketListItem; isRemoved: boolean }[];
  open: number | undefined;
  /** a click opens the drawer, and on a narrow screen the page of the ticket */
  opensDrawer: boolean;
  /** there is room for all columns, and with them for the heads of all orders */
  hasAllColumns: boolean;
  selection: Selection;
}

/** The list of tickets as a table, whose heads sort it. */
export function TicketTable({ rows, filters, open, opensDrawer, hasAllColumns, selection, onChange }: Props) {
  const { columns } = useTicketListTexts();
  const isWhole = open === undefined;
  const sorting = { filters, onChange };
  const sortsByChange = orderOf(filters).sort === 'updated_at';
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
            <SortHead
              name={columns.request}
              left={<SelectAllBox selection={selection} />}
              sorts={hasAllColumns ? requestSorts(columns, filters) : []}
              {...sorting}
            />
            {isWhole && <SortHead name={columns.worker} width={hasAllColumns ? 144 : '20%'} {...sorting} />}
            <SortHead name={columns.status} width={hasAllColumns ? 172 : 184} {...sorting} />
            {hasAllColumns && <SortHead name={columns.due} sort="due" sorts={dueSorts(columns)} width={196} {...sorting} />}
            {isWhole && (
              <SortHead
                name={columns.created_at}
                sort="created_at"
                width={hasAllColumns ? 232 : 156}
                {...sorting}
                {...(hasAllColumns && { sorts: timeSorts(columns) })}
              />
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ item, isRemoved }) => (
            <Table.Tr
              key={item.id}
              className="card"
              opacity={isRemoved ? 0.75 : undefined}
              bg={item.id === open ? 'var(--accent-soft)' : undefined}
              data-ticket={item.id}
              aria-current={item.id === open ? 'true' : undefined}
              onKeyDown={(event) => selectWithKey(event, item.id, selection.toggle)}
            >
              <Table.Td h={56}>
                <Group gap="sm" wrap="nowrap">
                  <SelectBox id={item.id} isSelected={selection.has(item.id)} toggle={selection.toggle} />
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
                    <RemovedText {...item} />
                  </Text>
                ) : (
                  <Group gap={4}>
                    <StatusBadge status={item.status} />
                    {!hasAllColumns && <Times ticket={item} />}
                  </Group>
                )}
              </Table.Td>
              {hasAllColumns && (
                <Table.Td py={6}>
                  {!isRemoved && (
                    <Group gap={4} style={{ whiteSpace: 'nowrap' }}>
                      <Times ticket={item} isShort />
                    </Group>
                  )}
                </Table.Td>
              )}
              {isWhole && (
                <Table.Td c="dimmed">
                  <RelativeTime at={sortsByChange ? item.updated_at : item.created_at} />
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

/** Selects all rows of the page. */
function SelectAllBox({ selection: { isWhole, tickets, toggleAll } }: { selection: Selection }) {
  const texts = useTicketListTexts();
  return (
    <label className="select-box">
      <input
        type="checkbox"
        aria-label={texts.selectAll}
        title={texts.selectAll}
        checked={isWhole}
        ref={(input) => {
          if (input) input.indeterminate = !isWhole && tickets.length > 0;
        }}
        onChange={toggleAll}
      />
    </label>
  );
}

function Times({ ticket: { id, status }, isShort = false }: { ticket: Ticket; isShort?: boolean }) {
  return (
    <>
      {status !== 'closed' && <DeadlineTag id={id} status={status} isShort={isShort} />}
      <PlanningTags id={id} status={status} isShort={isShort} />
    </>
  );
}

/** What of a request itself the list is sorted by, in the head of its column. */
const requestSorts = ({ priority, relevance }: TicketListTexts['columns'], { q }: Filters): NamedSort[] => [
  { sort: 'priority', name: priority },
  ...(q ? [{ sort: 'relevance' as const, name: relevance }] : []),
];

/** The column shows the deadline and the appointment. */
const dueSorts = ({ due, appointment }: TicketListTexts['columns']): NamedSort[] => [
  { sort: 'due', name: due },
  { sort: 'appointment', name: appointment },
];

/** The column shows the time by which the list is sorted. */
const timeSorts = ({ created_at, updated_at }: TicketListTexts['columns']): NamedSort[] => [
  { sort: 'created_at', name: created_at },
  { sort: 'updated_at', name: updated_at },
];

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
const titleLook = { c: 'bright', fw: 550, display: 'block', truncate: 'end', className: 'title card-link' } as const;

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
