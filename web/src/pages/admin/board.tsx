import { Box, Stack } from '@mantine/core';
import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Ticket } from '../../contract/schemas.ts';
import { preloadAssigning, SelectionBar } from '../../features/assigning/lazy.ts';
import { type Selection, useSelection } from '../../features/assigning/selection.tsx';
import { useShortcutHints } from '../../features/keyboard-shortcuts/use-shortcut-hints.ts';
import { statusColor } from '../../features/status-color.ts';
import type { Messages } from '../../i18n/en.ts';
import { useMessages } from '../../i18n/locale.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { useIsWide } from '../../ui/use-breakpoint.ts';
import { useOpenAsPage } from '../../ui/use-open-as-page.ts';
import { GetStarted } from '../get-started/get-started.tsx';
import type { CardActions } from './board-card.tsx';
import { BoardLane, type CardContext } from './board-lane.tsx';
import { type BoardView, filtersAsText, hasReason, type Lane } from './board-view.ts';
import { BoardToolbar, WorkerRail } from './cockpit/lazy.ts';
import { type BoardFilters, type BoardTicket, type Column, columns, useBoard } from './use-board.ts';
import { useStableBoard } from './use-stable-board.ts';

/** Loaded when the first ticket is opened: the board is the first page of admins. */
const TicketDrawer = lazyPart(async () => (await import('../tickets/ticket-drawer.tsx')).TicketDrawer);

/** The home page of admins: the open tickets in columns, what needs attention, and what each worker has to do. */
export function BoardPage() {
  const messages = useMessages();
  const [view, setView] = useState<BoardView>({ filters: {} });
  const { filters, grouping, reason } = view;
  const board = useBoard(filters, grouping?.readsDeadlines === true);
  const { reasons, isDisabled, failed } = board;
  const shown = reason ? board.tickets.filter(({ id }) => hasReason(board, id, reason)) : board.tickets;
  const laneOf = grouping?.laneOf ?? (({ status }: Ticket) => status);
  const key = JSON.stringify([filters, grouping?.name, reason]);
  const stable = useStableBoard(shown, laneOf, board.own, board.isSettled, key);
  const lanesOf = (tickets: BoardTicket[]): Lane[] =>
    grouping ? grouping.lanes(tickets) : columns.map((status) => statusLane(status, messages, filters));
  // A column stays as long as its cards do; the newest tickets may be in other ones.
  const lanes = lanesOf([...stable.lanes.values()].flatMap((places) => places.map(({ ticket }) => ticket)));
  const newest = lanesOf(shown);
  const inOrder = lanes.flatMap((lane) => stable.lanes.get(lane.key) ?? []).filter(({ movedTo }) => movedTo === undefined);
  const selection = useSelection(inOrder.map(({ ticket }) => ticket));
  useEffect(preloadAssigning, []);
  const hintOf = useShortcutHints();
  const [dragged, setDragged] = useState<Ticket[]>([]);
  const opensDrawer = useIsWide();
  const { open, close } = useDrawer();
  const drawn = opensDrawer ? open : undefined;
  useOpenAsPage(opensDrawer ? undefined : open);
  const target = !opensDrawer ? 'page' : drawn === undefined ? 'drawer' : 'open drawer';
  const context: CardContext = {
    selection,
    reasons,
    isDisabled,
    filters,
    laneName: (lane) => newest.find((one) => one.key === lane)?.title,
    open: drawn,
    target,
    actions: useCardActions(selection, setDragged),
  };
  const hasStatusTotals = !grouping && !reason;
  return (
    <PageLayout
      title={messages.board.title}
      actions={
        <LinkButton to="/tickets/new" {...hintOf('create', messages.client.create)}>
          {messages.client.create}
        </LinkButton>
      }
      wide
    >
      <GetStarted />
      <div className="cockpit">
        <section className="rail" aria-label={messages.board.workload}>
          <WorkerRail
            dragged={dragged}
            onAssigned={(tickets) => {
              setDragged([]);
              selection.remove(tickets);
            }}
          />
        </section>
        <Stack gap="xs" miw={0}>
          <Box className="board-toolbar">
            <BoardToolbar
              view={view}
              facts={board}
              lanes={newest}
              changes={stable.changes}
              onShow={stable.show}
              onView={setView}
            />
          </Box>
          {failed && <ErrorState error={failed.error} retry={() => void failed.refetch()} />}
          <section
            className="board"
            aria-label={messages.board.title}
            aria-busy={board.isSettled ? undefined : true}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, with the keyboard too
            tabIndex={0}
          >
            {lanes.map((lane) => {
              const places = stable.lanes.get(lane.key) ?? [];
              const read = shown.filter((ticket) => laneOf(ticket) === lane.key).length;
              const { search, ...rest } = lane;
              return (
                <BoardLane
                  key={lane.key}
                  lane={reason ? rest : lane}
                  places={!lane.status || board.hasAnswer(lane.status) ? places : undefined}
                  total={lane.status && hasStatusTotals ? board.totalOf(lane.status) : read}
                  hasMore={board.hasMore && !hasStatusTotals && !reason}
                  context={context}
                />
              );
            })}
          </section>
        </Stack>
        <SelectionBar selection={selection} />
      </div>
      {drawn && <TicketDrawer id={drawn} onClose={close} />}
    </PageLayout>
  );
}

const statusLane = (status: Column, messages: Messages, filters: BoardFilters): Lane => ({
  key: status,
  title: messages.labels.status[status],
  color: statusColor(status),
  search: { ...filtersAsText(filters), status, order: 'asc' },
  status,
});

/** The same object in every render, whose functions use the present selection. */
function useCardActions(selection: Selection, setDragged: (tickets: Ticket[]) => void): CardActions {
  const present = useRef(selection);
  useEffect(() => {
    present.current = selection;
  });
  const [actions] = useState<CardActions>(() => ({
    toggle: (id, isRange) => present.current.toggle(id, isRange),
    drag: (ticket) => setDragged(present.current.has(ticket.id) ? present.current.tickets : [ticket]),
    endDrag: () => setDragged([]),
  }));
  return actions;
}

/** The ticket in the drawer is in the address; closing goes back in the history when the drawer was opened from the board. */
function useDrawer(): { open: number | undefined; close: () => void } {
  const { open } = useSearch({ from: '/signed-in/' });
  const navigate = useNavigate();
  const { history } = useRouter();
  const { isDrawerOverList } = useLocation().state;
  const close = (): void =>
    isDrawerOverList ? history.back() : void navigate({ to: '/', search: {}, replace: true, resetScroll: false });
  return { open: Number(open) || undefined, close };
}
