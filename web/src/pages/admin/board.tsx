import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../api/queries.ts';
import { PageLayout } from '../../components/page-layout.tsx';
import { TicketCardList } from '../../components/ticket-card-list.tsx';
import type { Ticket } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { WorkloadPanel } from './workload.tsx';

const columns = ['new', 'assigned', 'in_progress', 'done', 'rejected'] as const;
const since: Record<(typeof columns)[number], (ticket: Ticket) => string | undefined> = {
  new: ({ created_at }) => created_at,
  assigned: ({ assigned_at }) => assigned_at,
  in_progress: ({ started_at }) => started_at,
  done: ({ done_at }) => done_at,
  rejected: ({ rejected_at }) => rejected_at,
};

const useColumn = (status: (typeof columns)[number]) =>
  useApiQuery('GET /tickets', { query: { status, order: 'asc', limit: 30 } });

/** The home page of admins: the open tickets by status, the oldest first, and the workload of each worker. */
export function BoardPage() {
  const messages = useMessages();
  const queries = {
    new: useColumn('new'),
    assigned: useColumn('assigned'),
    in_progress: useColumn('in_progress'),
    done: useColumn('done'),
    rejected: useColumn('rejected'),
  };
  return (
    <PageLayout title={messages.board.title} wide>
      <div className="board-page">
        <WorkloadPanel />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, with the keyboard too */}
        <section className="board" aria-label={messages.board.title} tabIndex={0}>
          {columns.map((status) => {
            const { data } = queries[status];
            return (
              <section key={status} className={`column status-${status}`}>
                <header>
                  <h2>
                    {messages.labels.status[status]} <span className="count">{data?.total}</span>
                  </h2>
                </header>
                <TicketCardList
                  query={queries[status]}
                  empty={<p className="muted empty-list">{messages.board.empty}</p>}
                  since={since[status]}
                  showsStatus={false}
                />
                {data && data.total > data.items.length && (
                  <Link to="/tickets" search={{ status, order: 'asc' }}>
                    {messages.board.all(data.total)}
                  </Link>
                )}
              </section>
            );
          })}
        </section>
      </div>
    </PageLayout>
  );
}
