import { IconFlagFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { DragEvent } from 'react';
import { AssignSlot } from '../../components/assigning/assign-slot.tsx';
import { SelectBox, type Selection, selectWithKey } from '../../components/assigning/selection.tsx';
import { categoryIcons } from '../../components/category-icon.tsx';
import { Icon } from '../../components/icon.tsx';
import { ticketTitle } from '../../components/ticket-title.ts';
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

/** A ticket on the board: X selects it, and dragging it onto a worker assigns it. */
export function BoardCard({ ticket, isRemoved, showsStatus, context }: Props) {
  const { selection, open, onDrag } = context;
  const isSelected = selection.has(ticket.id);
  const isUnassigned = ticket.status === 'new' && !isRemoved;
  function startDrag(event: DragEvent): void {
    event.dataTransfer.setData('text/plain', `#${ticket.id}`);
    event.dataTransfer.effectAllowed = 'move';
    onDrag(isSelected ? selection.tickets : [ticket]);
  }
  return (
    <article
      className={['board-card', isRemoved && 'removed', isSelected && 'selected'].filter(Boolean).join(' ')}
      aria-current={ticket.id === open ? 'true' : undefined}
      draggable={isUnassigned}
      onDragStart={startDrag}
      onDragEnd={() => onDrag([])}
      onKeyDown={(event) => selectWithKey(event, ticket.id, selection)}
    >
      <h3>
        <Title ticket={ticket} context={context} />
      </h3>
      <Place ticket={ticket} isRemoved={isRemoved} reason={context.reasons.get(ticket.id)} showsStatus={showsStatus} />
      <Foot ticket={ticket} isUnassigned={isUnassigned} context={context} />
    </article>
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
  if (isRemoved) return <p className="muted one-line">{messages.app.removedFromList}</p>;
  const place = floor ? `${object_name} · ${messages.ticket.floor(floor)}` : object_name;
  return (
    <p className="muted one-line" title={place}>
      {showsStatus && reason && <b className="warning-text">{messages.board.reasons[reason]} · </b>}
      {place}
    </p>
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
  return (
    <div className="board-card-foot">
      <SelectBox id={id} selection={selection} />
      <span title={messages.labels.category[category]}>
        <Icon icon={categoryIcons[category]} size={18} />
        <span className="visually-hidden">{messages.labels.category[category]}</span>
      </span>
      {isUnassigned && <AssignSlot ticket={ticket} />}
      {worker_id && (
        <span title={worker_name ?? ''}>
          <UserAvatar id={worker_id} name={worker_name ?? ''} isDisabled={isDisabled(worker_id)} />
          <span className="visually-hidden">{worker_name}</span>
        </span>
      )}
      {priority === 'high' && (
        <span className="urgent" title={messages.ticket.highPriority}>
          <Icon icon={IconFlagFilled} size={16} />
          <span className="visually-hidden">{messages.ticket.highPriority}</span>
        </span>
      )}
      <time className={`age ${ageLevel(ticket, Date.now())}`} dateTime={since} title={formatDateTime(since)}>
        {formatAge(since)}
      </time>
      <span className="numbers">#{id}</span>
    </div>
  );
}
