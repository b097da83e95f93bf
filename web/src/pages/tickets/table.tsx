import { Link } from '@tanstack/react-router';
import type { Ticket } from '../../api/operations.ts';
import { StatusMark, Urgent } from '../../parts/status.tsx';
import { Ago } from '../../parts/time.tsx';
import { useMe } from '../../session/store.ts';
import { useWords } from '../../words/index.ts';
import type { Filters } from './filters.ts';

interface Props {
  rows: { item: Ticket; isGone: boolean }[];
  filters: Filters;
  open: number | undefined;
  /** on a narrow screen a ticket has a page of its own */
  opensDrawer: boolean;
}

export function TicketTable({ rows, filters, open, opensDrawer }: Props) {
  const words = useWords();
  const me = useMe();
  return (
    <div className="table-wrap">
      <table className="table">
        <thead>
          <tr>
            <th scope="col" className="col-status">
              {words.list.status}
            </th>
            <th scope="col">{words.list.what}</th>
            <th scope="col">{words.list.place}</th>
            <th scope="col">{words.ticket.people}</th>
            <th scope="col" className="col-age">
              {words.list.age}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ item, isGone }) => (
            <tr key={item.id} className={isGone ? 'gone' : ''} aria-current={item.id === open ? 'true' : undefined}>
              <td>{isGone ? <span className="muted small">{words.app.gone}</span> : <StatusMark status={item.status} />}</td>
              <td>
                <Title ticket={item} filters={filters} isReplaced={open !== undefined} opensDrawer={opensDrawer} />
                <p className="meta small">
                  <span className="numbers">#{item.id}</span>
                  <span>{words.labels.category[item.category]}</span>
                  <Urgent {...item} />
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
                  <span className="muted">{item.status === 'closed' ? words.ticket.noOne : words.ticket.nobody}</span>
                )}
                {me.role === 'admin' && (
                  <p className="muted small one-line" title={item.client_name}>
                    {item.client_name}
                  </p>
                )}
              </td>
              <td className="small muted">
                <Ago at={item.created_at} />
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
  /** the drawer shows another one */
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
      state={isReplaced ? true : { isOverList: true }}
      resetScroll={false}
      className="title clamp"
    >
      {ticket.description}
    </Link>
  );
}
