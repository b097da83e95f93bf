import { Box, Group, Paper, Text, VisuallyHidden } from '@mantine/core';
import { IconFlagFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { DragEvent, ReactNode } from 'react';
import { AssignSlot } from '../../components/assigning/assign-slot.tsx';
import { isReassignable } from '../../components/assigning/reassignable.ts';
import { SelectBox, type Selection, selectWithKey } from '../../components/assigning/selection.tsx';
import { categoryIcons } from '../../components/category-icon.tsx';
import { DeadlineTag } from '../../components/deadlines/lazy.ts';
import { Icon } from '../../components/icon.tsx';
import { TicketCounts, TicketCover } from '../../components/ticket-extras/lazy.tsx';
import { ticketTitle } from '../../components/ticket-title.ts';
import { useMoveAnimation } from '../../components/use-move-animation.ts';
import { UserAvatar } from '../../components/user-avatar.tsx';
import type { Ticket } from '../../contract/schemas.ts';
import { formatAge, formatDateTime } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/locale.ts';
import { type AttentionReason, ageLevel, statusSince } from './urgency.ts';

/** What the cards of the board have in common. */
export interface CardContext {
  selection: Selection;
  reasons: ReadonlyMap<number, AttentionReason>;
  isDisabled: (accountId: string) => boolean;
  /** the ticket in the drawer */
  open: number | undefined;
  /** a click opens the drawer, and on a narrow screen the page of the ticket */
  opensDrawer: boolean;
  onDrag: (tickets: Ticket[]) => void;
}

interface Props {
  ticket: Ticket;
  isRemoved: boolean;
  showsStatus: boolean;
  context: CardContext;
}

/** A ticket on the board: X selects it, and dragging it onto a worker assigns or reassigns it. */
export function BoardCard({ ticket, isRemoved, showsStatus, context }: Props) {
  const { selection, open, onDrag } = context;
  const isSelected = selection.has(ticket.id);
  const isUnassigned = ticket.status === 'new' && !isRemoved;
  const isMovable = isUnassigned || (isReassignable(ticket) && !isRemoved);
  function startDrag(event: DragEvent): void {
    event.dataTransfer.setData('text/plain', `#${ticket.id}`);
    event.dataTransfer.effectAllowed = 'move';
    onDrag(isSelected ? selection.tickets : [ticket]);
  }
  return (
    <Paper
      component="article"
      withBorder
      px={10}
      py={6}
      className={['board-card', isRemoved && 'removed', isSelected && 'selected'].filter(Boolean).join(' ')}
      aria-current={ticket.id === open ? 'true' : undefined}
      draggable={isMovable}
      ref={useMoveAnimation(ticket.id)}
      onDragStart={startDrag}
      onDragEnd={() => onDrag([])}
      onKeyDown={(event) => selectWithKey(event, ticket.id, selection)}
    >
      <Group gap={8} wrap="nowrap" align="flex-start">
        <Box flex={1} miw={0}>
          <Text component="h3" size="sm" fw="bold" lineClamp={2}>
            <Title ticket={ticket} context={context} />
          </Text>
          <Group gap={6} wrap="nowrap" fz="xs" c="dimmed">
            <Place ticket={ticket} isRemoved={isRemoved} reason={context.reasons.get(ticket.id)} showsStatus={showsStatus} />
            <TicketCounts id={ticket.id} showsPictures={false} />
          </Group>
        </Box>
        <TicketCover ticket={ticket} size={44} showsCategory={false} />
      </Group>
      {!isRemoved && <DeadlineTag id={ticket.id} status={ticket.status} isShort />}
      <Foot ticket={ticket} isUnassigned={isUnassigned} context={context} />
    </Paper>
  );
}

function Title({ ticket, context: { open, opensDrawer } }: { ticket: Ticket; context: CardContext }) {
  const id = String(ticket.id);
  const shared = { className: 'card-link', draggable: false, children: ticketTitle(ticket) };
  if (!opensDrawer) return <Link to="/tickets/$id" params={{ id }} {...shared} />;
  return (
    <Link
      to="/"
      search={{ open: id }}
      replace={open !== undefined}
      state={open === undefined ? { isDrawerOverList: true } : true}
      resetScroll={false}
      {...shared}
    />
  );
}

interface PlaceProps {
  ticket: Ticket;
  isRemoved: boolean;
  reason: AttentionReason | undefined;
  showsStatus: boolean;
}

function Place({ ticket: { object_name, floor }, isRemoved, reason, showsStatus }: PlaceProps) {
  const messages = useMessages();
  if (isRemoved) {
    return (
      <Text size="xs" c="dimmed" truncate="end">
        {messages.app.removedFromList}
      </Text>
    );
  }
  const place = floor ? `${object_name} · ${messages.ticket.floor(floor)}` : object_name;
  return (
    <Text size="xs" c="dimmed" truncate="end" title={place}>
      {showsStatus && reason && (
        <Text span inherit c="var(--warning)" fw="bold">
          {messages.board.reasons[reason]} ·{' '}
        </Text>
      )}
      {place}
    </Text>
  );
}

interface FootProps {
  ticket: Ticket;
  isUnassigned: boolean;
  context: CardContext;
}

function Foot({ ticket, isUnassigned, context: { selection, isDisabled } }: FootProps) {
  const messages = useMessages();
  const { id, category, priority, worker_id, worker_name } = ticket;
  const since = statusSince(ticket);
  const level = ageLevel(ticket, Date.now());
  return (
    <Group gap={6} wrap="nowrap" h={24} c="dimmed">
      <SelectBox id={id} selection={selection} />
      <Named name={messages.labels.category[category]}>
        <Icon icon={categoryIcons[category]} size={18} />
      </Named>
      {isUnassigned && <AssignSlot ticket={ticket} />}
      {worker_id && (
        <Named name={worker_name ?? ''}>
          <UserAvatar id={worker_id} name={worker_name ?? ''} isDisabled={isDisabled(worker_id)} />
        </Named>
      )}
      {priority === 'high' && (
        <Named name={messages.ticket.highPriority} color="var(--danger)">
          <Icon icon={IconFlagFilled} size={16} />
        </Named>
      )}
      <Text
        component="time"
        size="xs"
        truncate="end"
        {...ageStyles[level]}
        className={`age ${level}`}
        dateTime={since}
        title={formatDateTime(since)}
      >
        {formatAge(since)}
      </Text>
      <Text span size="xs" ml="auto" flex="none" className="numbers">
        #{id}
      </Text>
    </Group>
  );
}

const ageStyles = {
  normal: {},
  warning: { c: 'var(--warning)', fw: 'bold' },
  critical: { c: 'var(--danger)', fw: 'bold' },
};

/** A picture with its name for the mouse and for screen readers. */
function Named({ name, color, children }: { name: string; color?: string; children: ReactNode }) {
  return (
    <Box component="span" display="inline-flex" c={color} title={name}>
      {children}
      <VisuallyHidden>{name}</VisuallyHidden>
    </Box>
  );
}
