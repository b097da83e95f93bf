import { Stack } from '@mantine/core';
import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Ticket } from '../../contract/schemas.ts';
import { preloadAssigning, SelectionBar } from '../../features/assigning/lazy.ts';
import { type Selection, useSelection } from '../../features/assigning/selection.tsx';
import { useTicketChanges } from '../../features/assigning/use-ticket-changes.ts';
import { useShortcutHints } from '../../features/keyboard-shortcuts/use-shortcut-hints.ts';
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
import { columns, useBoard } from './use-board.ts';
import { WorkloadPanel } from './workload.tsx';

/** Loaded when the first ticket is opened: the board is the first page of admins. */
const TicketDrawer = lazyPart(async () => (await import('../tickets/ticket-drawer.tsx')).TicketDrawer);

/** The home page of admins: what needs attention, the open tickets by status, and the workload of each worker. */
export function BoardPage() {
  const messages = useMessages();
  const board = useBoard();
  const selection = useSelection(board.tickets);
  useEffect(preloadAssigning, []);
  const { assign } = useTicketChanges();
  const hintOf = useShortcutHints();
  const [dragged, setDragged] = useState<Ticket[]>([]);
  const opensDrawer = useIsWide();
  const { open, close } = useDrawer();
  const shown = opensDrawer ? open : undefined;
  useOpenAsPage(opensDrawer ? undefined : open);
  const { reasons, isDisabled, failed } = board;
  const target = !opensDrawer ? 'page' : shown === undefined ? 'drawer' : 'open drawer';
  const context: CardContext = {
    selection,
    reasons,
    isDisabled,
    open: shown,
    target,
    actions: useCardActions(selection, setDragged),
  };
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
      <Stack gap="lg">
        <WorkloadPanel
          dragged={dragged}
          onAssign={(worker) => {
            setDragged([]);
            void assign(dragged, worker).then(selection.clear);
          }}
        />
        {failed && <ErrorState error={failed.error} retry={() => void failed.refetch()} />}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, with the keyboard too */}
        <section className="board" aria-label={messages.board.title} tabIndex={0}>
          <BoardLane
            title={messages.board.attention}
            lane={board.attention}
            empty={messages.board.noAttention}
            context={context}
          />
          {columns.map((status) => (
            <BoardLane
              key={status}
              title={messages.labels.status[status]}
              lane={board.lanes[status]}
              empty={messages.board.empty}
              status={status}
              context={context}
            />
          ))}
        </section>
        <SelectionBar selection={selection} />
      </Stack>
      {shown && <TicketDrawer id={shown} onClose={close} />}
    </PageLayout>
  );
}

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
