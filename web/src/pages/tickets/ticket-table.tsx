import { Link } from '@tanstack/react-router';
import { SelectBox, type Selection, selectWithKey } from '../../components/assigning/selection.tsx';
import { CategoryTile } from '../../components/category-icon.tsx';
import { StatusBadge, UrgentBadge } from '../../components/status-badge.tsx';
import { ticketTitle } from '../../components/ticket-title.ts';
import { RelativeTime } from '../../components/time.tsx';
import { UserAvatar } from '../../components/user-avatar.tsx';
import type { Ticket } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
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
  return (
    <div className="table-wrap">
      <table className="table tickets">
        <thead>
          <tr>
            {[
              { name: what },
              { name: people, className: 'col-worker' },
              { name: status, className: 'col-status' },
              { name: age, className: 'col-age' },
            ].map(({ name, className }) => (
              <th key={name} scope="col" className={className}>
                <span className="visually-hidden">{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ item, isRemoved }) => (
            <tr
              key={item.id}
              className={isRemoved ? 'removed' : ''}
              data-ticket={item.id}
              aria-current={item.id === open ? 'true' : undefined}
              onKeyDown={(event) => selectWithKey(event, item.id, selection)}
            >
              <td>
                <SelectBox id={item.id} selection={selection} />
                <div className="row-title">
                  <CategoryTile category={item.category} />
                  <div>
                    <Title ticket={item} filters={filters} isReplaced={open !== undefined} opensDrawer={opensDrawer} />
                    <p className="muted small one-line">
                      <UrgentBadge {...item} /> {item.object_name}
                      {item.floor && ` · ${messages.ticket.floor(item.floor)}`} · <span className="numbers">#{item.id}</span>
                      <span className="visually-hidden">, {messages.labels.category[item.category]}</span>
                    </p>
                  </div>
                </div>
              </td>
              <td>
                <Worker ticket={item} />
              </td>
              <td>
                {isRemoved ? (
                  <span className="muted small">{messages.app.removedFromList}</span>
                ) : (
                  <StatusBadge status={item.status} />
                )}
              </td>
              <td className="small muted">
                <RelativeTime at={item.created_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Worker({ ticket: { worker_id, worker_name, status } }: { ticket: Ticket }) {
  const messages = useMessages();
  if (!worker_id)
    return <span className="muted">{status === 'closed' ? messages.ticket.noWorker : messages.ticket.unassigned}</span>;
  return (
    <span className="person">
      <UserAvatar id={worker_id} name={worker_name ?? ''} />
      <span className="one-line">{worker_name}</span>
    </span>
  );
}

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
      <Link to="/tickets/$id" params={{ id }} className="title one-line">
        {ticketTitle(ticket)}
      </Link>
    );
  }
  return (
    <Link
      to="/tickets"
      search={{ ...filters, open: id }}
      replace={isReplaced}
      state={isReplaced ? true : { isDrawerOverList: true }}
      resetScroll={false}
      className="title one-line"
    >
      {ticketTitle(ticket)}
    </Link>
  );
}
