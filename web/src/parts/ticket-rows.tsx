import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Ticket, TicketPage } from '../api/operations.ts';
import { FreshNote } from './fresh-note.tsx';
import { useStillRows } from './fresh-rows.ts';
import { Rows } from './rows.tsx';
import { Problem } from './states.tsx';
import { TicketCard } from './ticket-card.tsx';

interface Props {
  query: UseQueryResult<TicketPage>;
  empty: ReactNode;
  since?: (ticket: Ticket) => string | undefined;
  showsStatus?: boolean;
  showsPeople?: boolean;
  heading?: 'h2' | 'h3';
  page?: string;
}

/** Cards that stay where they are; new ones wait for a tap. */
export function TicketRows({ query, empty, since, page = '', ...shows }: Props) {
  const settled = query.isFetchedAfterMount && !query.isFetching;
  const { rows, fresh, showFresh } = useStillRows(query.data, settled, page);
  if (query.isPending) return <Rows height={112} />;
  if (query.isError && !query.data) return <Problem error={query.error} retry={() => void query.refetch()} />;
  if (rows.length === 0) return empty;
  return (
    <div>
      <FreshNote count={fresh} onShow={showFresh} />
      <ul className="cards">
        {rows.map(({ item, isGone }) => (
          <li key={item.id}>
            <TicketCard ticket={item} isGone={isGone} since={since?.(item)} {...shows} />
          </li>
        ))}
      </ul>
    </div>
  );
}
