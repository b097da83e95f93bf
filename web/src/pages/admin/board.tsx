import { Link } from '@tanstack/react-router';
import type { Ticket } from '../../api/operations.ts';
import { useRead } from '../../api/queries.ts';
import { Page } from '../../parts/page.tsx';
import { TicketRows } from '../../parts/ticket-rows.tsx';
import { useWords } from '../../words/index.ts';
import { Load } from './load.tsx';

const columns = ['new', 'assigned', 'in_progress', 'done', 'rejected'] as const;
const since: Record<(typeof columns)[number], (ticket: Ticket) => string | undefined> = {
  new: ({ created_at }) => created_at,
  assigned: ({ assigned_at }) => assigned_at,
  in_progress: ({ started_at }) => started_at,
  done: ({ done_at }) => done_at,
  rejected: ({ rejected_at }) => rejected_at,
};

const useColumn = (status: (typeof columns)[number]) => useRead('GET /tickets', { query: { status, order: 'asc', limit: 30 } });

/** Where work stands, and with whom it piles up; the oldest is on top. */
export function BoardPage() {
  const words = useWords();
  const queries = {
    new: useColumn('new'),
    assigned: useColumn('assigned'),
    in_progress: useColumn('in_progress'),
    done: useColumn('done'),
    rejected: useColumn('rejected'),
  };
  return (
    <Page title={words.board.title} wide>
      <div className="board-page">
        <Load />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, with the keyboard too */}
        <section className="board" aria-label={words.board.title} tabIndex={0}>
          {columns.map((status) => {
            const { data } = queries[status];
            return (
              <section key={status} className={`column s-${status}`}>
                <header>
                  <h2>
                    {words.labels.status[status]} <span className="count">{data?.total}</span>
                  </h2>
                </header>
                <TicketRows
                  query={queries[status]}
                  empty={<p className="muted nothing">{words.board.empty}</p>}
                  since={since[status]}
                  showsStatus={false}
                />
                {data && data.total > data.items.length && (
                  <Link to="/tickets" search={{ status, order: 'asc' }}>
                    {words.board.all(data.total)}
                  </Link>
                )}
              </section>
            );
          })}
        </section>
      </div>
    </Page>
  );
}
