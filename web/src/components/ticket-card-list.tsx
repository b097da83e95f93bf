import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Ticket, TicketPage } from '../contract/operations.ts';
import { ErrorState } from './error-state.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { NewItemsButton } from './new-items-button.tsx';
import { TicketCard } from './ticket-card.tsx';
import { useStableList } from './use-stable-list.ts';

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
export function TicketCardList({ query, empty, since, page = '', ...shows }: Props) {
  const settled = query.isFetchedAfterMount && !query.isFetching;
  const { rows, fresh, showFresh } = useStableList(query.data, settled, page);
  if (query.isPending) return <ListSkeleton height={112} />;
  if (query.isError && !query.data) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  if (rows.length === 0) return empty;
  return (
    <div>
      <NewItemsButton count={fresh} onShow={showFresh} />
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
