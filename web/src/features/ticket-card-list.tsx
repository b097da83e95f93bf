import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Ticket, TicketPage } from '../contract/schemas.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { NewItemsButton } from '../ui/new-items-button.tsx';
import { useStableList } from '../ui/use-stable-list.ts';
import { TicketCard } from './ticket-card.tsx';

interface Props {
  query: UseQueryResult<TicketPage>;
  empty: ReactNode;
  since?: (ticket: Ticket) => string | undefined;
  /** more about a ticket, below the rest of its card */
  details?: (ticket: Ticket) => ReactNode;
  showsStatus?: boolean;
  showsPeople?: boolean;
  heading?: 'h2' | 'h3';
  /** identifies the page of the list */
  page?: string;
}

/** A list of cards that stay in their places; a button shows new ones. */
export function TicketCardList({ query, empty, since, details, page = '', ...shows }: Props) {
  const isSettled = query.isFetchedAfterMount && !query.isFetching;
  const { rows, newCount, showNew } = useStableList(query.data, isSettled, page);
  if (query.isPending) return <ListSkeleton height={112} />;
  if (query.isError && !query.data) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  if (rows.length === 0) return empty;
  return (
    <div>
      <NewItemsButton count={newCount} onShow={showNew} />
      <ul className="cards">
        {rows.map(({ item, isRemoved }) => (
          <li key={item.id}>
            <TicketCard ticket={item} isRemoved={isRemoved} since={since?.(item)} {...shows}>
              {details?.(item)}
            </TicketCard>
          </li>
        ))}
      </ul>
    </div>
  );
}
