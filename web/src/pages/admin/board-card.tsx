import { Box, Group, Paper, Text, VisuallyHidden } from '@mantine/core';
import { IconFlagFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type DragEvent, memo, type ReactNode } from 'react';
import type { Ticket } from '../../contract/schemas.ts';
import { AssignSlot } from '../../features/assigning/assign-slot.tsx';
import { isReassignable } from '../../features/assigning/reassignable.ts';
import { SelectBox, selectWithKey } from '../../features/assigning/selection.tsx';
import { categoryIcons } from '../../features/category-icon.tsx';
import { DeadlineTag } from '../../features/deadlines/lazy.ts';
import { PlanningTags } from '../../features/planning/lazy.ts';
import { TicketCounts, TicketCover } from '../../features/ticket-extras/lazy.tsx';
import { ticketTitle } from '../../features/ticket-title.ts';
import { formatAge, formatDateTime } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Icon } from '../../ui/icon.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useMoveAnimation } from '../../ui/use-move-animation.ts';
import { UserAvatar } from '../../ui/user-avatar.tsx';
import { MovedCard } from './cockpit/lazy.ts';
import { type AttentionReason, ageLevel, statusSince } from './urgency.ts';

/** What the board does for its cards; the same object in every render. */
export interface CardActions {
  /** @param isRange selects all between the last one and this one, too */
  toggle: (id: number, isRange?: boolean) => void;
  /** drags the ticket, with all selected ones if it is one of them */
  drag: (ticket: Ticket) => void;
  endDrag: () => void;
}

/** Where a click leads: on a narrow screen to the page of the ticket, else to the drawer, which may show another ticket already. */
export type CardTarget = 'page' | 'drawer' | 'open drawer';

interface Props {
  ticket: Ticket;
  /** the lane to which somebody else has moved it; an empty text: away from the board */
  movedTo: string | undefined;
  isSelected: boolean;
  /** the drawer shows it */
  isOpen: boolean;
  /** why it needs attention */
  reason: AttentionReason | undefined;
  isWorkerDisabled: boolean;
  target: CardTarget;
  actions: CardActions;
  /** of the present time: ages are shown anew with each */
  minute: number;
}

/**
 * A ticket on the board: X selects it, and dragging it onto a worker assigns or reassigns it. Rendered only when it has changed: the
 * board reads a dozen lists one after the other, with up to 300 cards.
 */
export const BoardCard = memo(({ ticket, movedTo, isSelected, isOpen, reason, isWorkerDisabled, target, actions }: Props) => {
  const isRemoved = movedTo !== undefined;
  const messages = useMessages();
  const isUnassigned = ticket.status === 'new' && !isRemoved;
  const isMovable = isUnassigned || (isReassignable(ticket) && !isRemoved);
  function startDrag(event: DragEvent): void {
    event.dataTransfer.setData('text/plain', `#${ticket.id}`);
    event.dataTransfer.effectAllowed = 'move';
    actions.drag(ticket);
  }
  return (
    <Paper
      component="article"
      withBorder
      px={10}
      py={6}
      className={['board-card', isRemoved && 'removed', isSelected && 'selected'].filter(Boolean).join(' ')}
      aria-current={isOpen ? 'true' : undefined}
      draggable={isMovable}
      ref={useMoveAnimation(ticket.id)}
      onDragStart={startDrag}
      onDragEnd={actions.endDrag}
      onKeyDown={(event) => selectWithKey(event, ticket.id, actions.toggle)}
    >
      <Text component="h3" size="sm" fw={500} lineClamp={2} className="board-title">
        <Title ticket={ticket} target={target} />
      </Text>
      <Group gap={6} wrap="nowrap" fz="xs" c="dimmed">
        {isRemoved ? <MovedCard lane={movedTo} /> : <Place ticket={ticket} />}
        <TicketCounts id={ticket.id} showsPictures={false} />
      </Group>
      {!isRemoved && (
        <Group gap={4}>
          {reason && (
            <Tag color="orange" isWarning>
              {messages.board.reasons[reason]}
            </Tag>
          )}
          <DeadlineTag id={ticket.id} status={ticket.status} isShort />
          <PlanningTags id={ticket.id} status={ticket.status} isShort />
        </Group>
      )}
      <Foot
        ticket={ticket}
        isUnassigned={isUnassigned}
        isSelected={isSelected}
        isWorkerDisabled={isWorkerDisabled}
        toggle={actions.toggle}
      />
    </Paper>
  );
});

function Title({ ticket, target }: { ticket: Ticket; target: CardTarget }) {
  const id = String(ticket.id);
  const shared = { className: 'card-link', draggable: false, children: ticketTitle(ticket) };
  if (target === 'page') return <Link to="/tickets/$id" params={{ id }} {...shared} />;
  return (
    <Link
      to="/"
      search={{ open: id }}
      replace={target === 'open drawer'}
      state={target === 'drawer' ? { isDrawerOverList: true } : true}
      resetScroll={false}
      {...shared}
    />
  );
}

function Place({ ticket: { object_name, floor } }: { ticket: Ticket }) {
  const messages = useMessages();
  const place = floor ? `${object_name} · ${messages.ticket.floor(floor)}` : object_name;
  return (
    <Text size="xs" c="dimmed" truncate="end" title={place}>
      {place}
    </Text>
  );
}

interface FootProps {
  ticket: Ticket;
  isUnassigned: boolean;
  isSelected: boolean;
  isWorkerDisabled: boolean;
  toggle: CardActions['toggle'];
}

function Foot({ ticket, isUnassigned, isSelected, isWorkerDisabled, toggle }: FootProps) {
  const messages = useMessages();
  const { id, category, priority, worker_id, worker_name } = ticket;
  const since = statusSince(ticket);
  const level = ageLevel(ticket, Date.now());
  return (
    <Group gap={6} wrap="nowrap" h={24} c="dimmed">
      <SelectBox id={id} isSelected={isSelected} toggle={toggle} />
      <Named name={messages.labels.category[category]}>
        <Icon icon={categoryIcons[category]} size={18} />
      </Named>
      {isUnassigned && <AssignSlot ticket={ticket} />}
      {worker_id && (
        <Named name={worker_name ?? ''}>
          <UserAvatar id={worker_id} name={worker_name ?? ''} isDisabled={isWorkerDisabled} />
        </Named>
      )}
      {priority === 'high' && (
        <Named name={messages.ticket.highPriority} color="var(--text)">
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
      <TicketCover ticket={ticket} size={24} showsCategory={false} />
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
