import { Button, Group, Text } from '@mantine/core';
import { IconListDetails, IconSearchOff } from '@tabler/icons-react';
import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { preloadAssigning, SelectionBar } from '../../features/assigning/lazy.ts';
import { type Selection, useSelection } from '../../features/assigning/selection.tsx';
import { forRoles } from '../../features/for-roles.tsx';
import { TicketCard } from '../../features/ticket-card.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { mayWrite } from '../../session/acting.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { NewItemsButton } from '../../ui/new-items-button.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { useHasRoomForColumns, useIsNarrow, useIsWide } from '../../ui/use-breakpoint.ts';
import { useOpenAsPage } from '../../ui/use-open-as-page.ts';
import { useStableList } from '../../ui/use-stable-list.ts';
import { exportQuery, selectionQuery } from './export/export-query.ts';
import { ExportButton } from './export/lazy.ts';
import { FilterBar } from './filter-bar.tsx';
import { StatusTabs } from './status-tabs.tsx';
import { TicketDrawer } from './ticket-drawer.tsx';
import { TicketTable } from './ticket-table.tsx';
import { clearedFilters, type Filters, hasFilters, isFiltered, pageSize, readFilters } from './url-filters.ts';
import { useTicketRows } from './use-ticket-rows.ts';
import { SavedViews } from './views/lazy.ts';

/** The list of tickets with filters: a table, or cards on a phone. */
export const TicketsPage = forRoles(['client', 'admin'], TicketList);

function TicketList() {
  const messages = useMessages();
  const navigate = useNavigate();
  const { role } = useCurrentUser();
  const filters = readFilters(useSearch({ from: '/signed-in/tickets' })); // the router returns unknown parameters too
  const tickets = useTicketRows(filters);
  const { rows, newCount, showNew } = useStableList(tickets.data, tickets.isSettled, tickets.key);
  const selection = useSelection(rows.filter(({ isRemoved }) => !isRemoved).map(({ item }) => item));
  useEffect(preloadAssigning, []);
  const isWide = useIsWide();
  const isNarrow = useIsNarrow();
  const hasRoom = useHasRoomForColumns();
  const linked = Number(filters.open) || undefined;
  const open = isWide ? linked : undefined;
  const hasAllColumns = hasRoom && !open;
  useOpenAsPage(isWide ? undefined : linked);
  const setFilters = (part: Filters): void =>
    void navigate({ to: '/tickets', search: { ...filters, offset: '', ...part }, replace: true, resetScroll: false });
  const total = tickets.data?.total;
  const isLowerBound = tickets.data?.total_is_lower_bound === true;
  const isBeyondEnd =
    tickets.isSettled && !tickets.isPlaceholder && !tickets.error && rows.length === 0 && Number(filters.offset) > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the URL has a page that does not exist
  useEffect(() => {
    if (isBeyondEnd) setFilters({ offset: String(lastOffset(total)) });
  }, [isBeyondEnd]);
  const closeDrawer = useCloseDrawer(() => setFilters({ open: '', offset: filters.offset ?? '' }));
  return (
    <PageLayout
      title={messages.list.title}
      views={<ExportButton query={() => exportQuery(filters)} count={isLowerBound ? undefined : total} />}
      actions={role === 'admin' && <LinkButton to="/tickets/new">{messages.client.create}</LinkButton>}
      wide
    >
      {(total !== 0 || isFiltered(filters)) && (
        <>
          <StatusTabs filters={filters} counts={tickets.counts} />
          <SavedViews filters={filters} />
          <FilterBar
            filters={filters}
            total={total}
            isLowerBound={isLowerBound}
            hasSortMenu={!hasAllColumns}
            onChange={setFilters}
          />
        </>
      )}
      {tickets.isPending && <ListSkeleton height={56} />}
      {tickets.error && !tickets.data && <ErrorState error={tickets.error} retry={tickets.refetch} />}
      {total === 0 && <EmptyList filters={filters} onClear={() => setFilters(clearedFilters(filters))} />}
      <div>
        <div>
          <NewItemsButton count={newCount} onShow={showNew} />
          {rows.length > 0 && isNarrow && (
            <ul className="cards">
              {rows.map(({ item, isRemoved }) => (
                <li key={item.id}>
                  <TicketCard
                    ticket={item}
                    isRemoved={isRemoved}
                    heading="h2"
                    client={role === 'admin' ? item.client_name : undefined}
                  />
                </li>
              ))}
            </ul>
          )}
          {rows.length > 0 && !isNarrow && (
            <TicketTable
              rows={rows}
              filters={filters}
              open={open}
              opensDrawer={isWide}
              hasAllColumns={hasAllColumns}
              selection={selection}
              onChange={setFilters}
            />
          )}
          <SelectionBar selection={selection}>
            {(label) => (
              <ExportButton
                label={label}
                query={() => selectionQuery(idsOf(selection), filters)}
                count={idsOf(selection).length}
              />
            )}
          </SelectionBar>
          {!isBeyondEnd && (
            <Pager
              filters={filters}
              total={total ?? 0}
              shown={tickets.data?.items.length ?? 0}
              onOffset={(offset) => setFilters({ offset: String(offset) })}
            />
          )}
        </div>
        {open && <TicketDrawer id={open} onClose={closeDrawer} />}
      </div>
    </PageLayout>
  );
}

const idsOf = ({ tickets }: Selection): number[] => tickets.map(({ id }) => id);

const lastOffset = (total = 0): number => Math.max(0, Math.ceil(total / pageSize) - 1) * pageSize;

/** Goes back in the history when the drawer was opened from the list, and otherwise changes the URL. */
function useCloseDrawer(change: () => void): () => void {
  const { history } = useRouter();
  const { isDrawerOverList } = useLocation().state;
  return () => (isDrawerOverList ? history.back() : change());
}

function EmptyList({ filters, onClear }: { filters: Filters; onClear: () => void }) {
  const messages = useMessages();
  if (isFiltered(filters)) {
    const clear = (
      <Button variant="default" onClick={onClear}>
        {messages.list.clear}
      </Button>
    );
    return <EmptyState icon={IconSearchOff} title={messages.list.none} action={hasFilters(filters) && clear} />;
  }
  return (
    <EmptyState
      icon={IconListDetails}
      title={messages.list.noneYet}
      action={mayWrite && <LinkButton to="/tickets/new">{messages.client.create}</LinkButton>}
    >
      {messages.list.noneYetText}
    </EmptyState>
  );
}

interface PagerProps {
  filters: Filters;
  total: number;
  shown: number;
  onOffset: (offset: number) => void;
}

function Pager({ filters, total, shown, onOffset }: PagerProps) {
  const messages = useMessages();
  const offset = Number(filters.offset ?? 0);
  if (total <= pageSize) return null;
  return (
    <Group gap="sm" mt="sm">
      {offset > 0 && (
        <Button variant="subtle" onClick={() => onOffset(Math.max(0, offset - pageSize))}>
          {messages.list.previous}
        </Button>
      )}
      <Text c="dimmed" className="numbers">
        {messages.list.page(offset + 1, offset + shown, total)}
      </Text>
      {offset + pageSize < total && (
        <Button variant="subtle" onClick={() => onOffset(offset + pageSize)}>
          {messages.list.nextPage}
        </Button>
      )}
    </Group>
  );
}
