import { Link } from '@tanstack/react-router';
import { SelectBox, type Selection, selectWithKey } from '../../components/assigning/selection.tsx';
import { StatusBadge, UrgentBadge } from '../../components/status-badge.tsx';
import { RelativeTime } from '../../components/time.tsx';
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

/** The list of tickets as a table. */
export function TicketTable({ rows, filters, open, opensDrawer, selection }: Props) {
  const messages = useMessages();
  const me = useCurrentUser();
  return (
    <div className="table-wrap">
      <table className="table">
        <thead>
          <tr>
            <th scope="col" className="col-status">
              {messages.list.status}
            </th>
            <th scope="col">{messages.list.what}</th>
            <th scope="col">{messages.list.place}</th>
            <th scope="col">{messages.list.people}</th>
            <th scope="col" className="col-age">
              {messages.list.age}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ item, isRemoved }) => (
            <tr
              key={item.id}
              className={isRemoved ? 'removed' : ''}
              aria-current={item.id === open ? 'true' : undefined}
              onKeyDown={(event) => selectWithKey(event, item.id, selection)}
            >
              <td>
                <SelectBox id={item.id} selection={selection} />
                {isRemoved ? (
                  <span className="muted small">{messages.app.removedFromList}</span>
                ) : (
                  <StatusBadge status={item.status} />
                )}
              </td>
              <td>
                <Title ticket={item} filters={filters} isReplaced={open !== undefined} opensDrawer={opensDrawer} />
                <p className="meta small">
                  <span className="numbers">#{item.id}</span>
                  <span>{messages.labels.category[item.category]}</span>
                  <UrgentBadge {...item} />
                </p>
              </td>
              <td>
                {item.object_name}
                <p className="muted small one-line" title={item.project_name}>
                  {item.project_name}
                </p>
              </td>
              <td>
                {item.worker_name ?? (
                  <span className="muted">
                    {item.status === 'closed' ? messages.ticket.noWorker : messages.ticket.unassigned}
                  </span>
                )}
                {me.role === 'admin' && (
                  <p className="muted small one-line" title={item.client_name}>
                    {item.client_name}
                  </p>
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
      <Link to="/tickets/$id" params={{ id }} className="title clamp">
        {ticket.description}
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
      className="title clamp"
    >
      {ticket.description}
    </Link>
  );
}
