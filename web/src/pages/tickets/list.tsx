import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { reading } from '../../api/queries.ts';
import { FreshNote } from '../../parts/fresh-note.tsx';
import { useStillRows } from '../../parts/fresh-rows.ts';
import { LinkButton } from '../../parts/link-button.tsx';
import { useIsNarrow, useIsWide } from '../../parts/media.ts';
import { Page } from '../../parts/page.tsx';
import { Rows } from '../../parts/rows.tsx';
import { Empty, Problem } from '../../parts/states.tsx';
import { TicketCard } from '../../parts/ticket-card.tsx';
import { useMe } from '../../session/store.ts';
import { useWords } from '../../words/index.ts';
import { RoleGate } from '../role-gate.tsx';
import { Drawer } from './drawer.tsx';
import { FilterBar } from './filter-bar.tsx';
import { type Filters, isFiltered, pageSize, readFilters, toQuery } from './filters.ts';
import { TicketTable } from './table.tsx';

export function TicketsPage() {
  return (
    <RoleGate roles={['client', 'admin']}>
      <List />
    </RoleGate>
  );
}

function List() {
  const words = useWords();
  const navigate = useNavigate();
  const filters = readFilters(useSearch({ from: '/inside/tickets' })); // the router adds what it was given
  const query = toQuery(filters);
  const tickets = useQuery({ ...reading('GET /tickets', { query }), placeholderData: keepPreviousData });
  const isSettled = tickets.isFetchedAfterMount && !tickets.isFetching && !tickets.isPlaceholderData;
  const { rows, fresh, showFresh } = useStillRows(tickets.data, isSettled, JSON.stringify(query));
  const isWide = useIsWide();
  const isNarrow = useIsNarrow();
  const open = isWide ? Number(filters.open) || undefined : undefined;
  const set = (part: Filters): void =>
    void navigate({ to: '/tickets', search: { ...filters, offset: '', ...part }, replace: true, resetScroll: false });
  const total = tickets.data?.total;
  const isPast = tickets.isSuccess && !tickets.isPlaceholderData && rows.length === 0 && Number(filters.offset) > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when an address names a page that is not there
  useEffect(() => {
    if (isPast) set({ offset: String(lastOffset(total)) });
  }, [isPast]);
  const closeDrawer = useCloseDrawer(() => set({ open: '', offset: filters.offset ?? '' }));
  return (
    <Page title={words.list.title} lead={total === undefined ? undefined : words.list.count(total)} wide>
      {(total !== 0 || isFiltered(filters) || tickets.isPlaceholderData) && <FilterBar filters={filters} onChange={set} />}
      {tickets.isPending && <Rows height={56} />}
      {tickets.isError && !tickets.data && <Problem error={tickets.error} retry={() => void tickets.refetch()} />}
      {total === 0 && <None isFiltered={isFiltered(filters)} />}
      <div className={open ? 'with-drawer' : ''}>
        <div>
          <FreshNote count={fresh} onShow={showFresh} />
          {rows.length > 0 && isNarrow && (
            <ul className="cards">
              {rows.map(({ item, isGone }) => (
                <li key={item.id}>
                  <TicketCard ticket={item} isGone={isGone} heading="h2" />
                </li>
              ))}
            </ul>
          )}
          {rows.length > 0 && !isNarrow && <TicketTable rows={rows} filters={filters} open={open} opensDrawer={isWide} />}
          {!isPast && (
            <Pager
              filters={filters}
              total={total ?? 0}
              shown={tickets.data?.items.length ?? 0}
              onOffset={(offset) => set({ offset: String(offset) })}
            />
          )}
        </div>
        {open && <Drawer id={open} onClose={closeDrawer} />}
      </div>
    </Page>
  );
}

const lastOffset = (total = 0): number => Math.max(0, Math.ceil(total / pageSize) - 1) * pageSize;

/** The way back, where the drawer was opened from the list; another address, where a link led to it. */
function useCloseDrawer(change: () => void): () => void {
  const { history } = useRouter();
  const { isOverList } = useLocation().state;
  return () => (isOverList ? history.back() : change());
}

function None({ isFiltered }: { isFiltered: boolean }) {
  const words = useWords();
  const { role } = useMe();
  if (isFiltered) return <Empty title={words.list.none}>{words.list.noneText}</Empty>;
  return (
    <Empty
      title={words.list.noneYet}
      action={role === 'client' && <LinkButton to="/tickets/new">{words.client.create}</LinkButton>}
    >
      {words.list.noneYetText}
    </Empty>
  );
}

interface PagerProps {
  filters: Filters;
  total: number;
  shown: number;
  onOffset: (offset: number) => void;
}

function Pager({ filters, total, shown, onOffset }: PagerProps) {
  const words = useWords();
  const offset = Number(filters.offset ?? 0);
  if (total <= pageSize) return null;
  return (
    <div className="pager">
      {offset > 0 && (
        <button type="button" className="plain" onClick={() => onOffset(Math.max(0, offset - pageSize))}>
          {words.list.previous}
        </button>
      )}
      <span className="muted numbers">{words.list.page(offset + 1, offset + shown, total)}</span>
      {offset + pageSize < total && (
        <button type="button" className="plain" onClick={() => onOffset(offset + pageSize)}>
          {words.list.nextPage}
        </button>
      )}
    </div>
  );
}
