import { Stack, Title } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import type { TicketPage } from '../../contract/schemas.ts';
import { useShortcutHints } from '../../features/keyboard-shortcuts/use-shortcut-hints.ts';
import { TicketCardList } from '../../features/ticket-card-list.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { GetStarted } from '../get-started/get-started.tsx';
import { QuotesToAnswer } from '../ticket/costs/lazy.ts';
import { Decisions } from './decisions.tsx';
import { NumberTiles } from './number-tiles.tsx';
import { UnconfirmedWorkersNote } from './unconfirmed-workers-note.tsx';

const recentLimit = 10;

/** The home page of clients: tickets to confirm, how many others there are, and the newest ones. */
export function ClientHome() {
  const messages = useMessages();
  const recent = useApiQuery('GET /tickets', { query: { order: 'desc', limit: recentLimit } });
  const { data } = recent;
  const hintOf = useShortcutHints();
  // Those that are done are among the tickets to confirm already.
  const others = useMemo(() => data && withoutDone(data), [data]);
  const hasTickets = data === undefined || data.total > 0;
  return (
    <PageLayout
      title={messages.client.title}
      actions={
        <LinkButton to="/tickets/new" {...hintOf('create', messages.client.create)}>
          {messages.client.create}
        </LinkButton>
      }
    >
      <GetStarted />
      <UnconfirmedWorkersNote />
      {!hasTickets && (
        <EmptyState icon={IconListDetails} title={messages.list.noneYet}>
          {messages.list.noneYetText}
        </EmptyState>
      )}
      {hasTickets && (
        <Stack gap="xl">
          <Decisions />
          <QuotesToAnswer />
          <NumberTiles />
          <Stack component="section" gap="sm" aria-labelledby="recent">
            <Title order={2} id="recent">
              {messages.client.recent}
            </Title>
            <TicketCardList query={{ ...recent, data: others } as typeof recent} empty={null} />
            {data && data.total > recentLimit && <Link to="/tickets">{messages.client.showAll(data.total)}</Link>}
          </Stack>
        </Stack>
      )}
    </PageLayout>
  );
}

/** @returns the page without tickets that are done, which are not on another page either: the list marks a shown row that left */
function withoutDone({ items, total, ...page }: TicketPage): TicketPage {
  const others = items.filter(({ status }) => status !== 'done');
  return { ...page, items: others, total: total - (items.length - others.length) };
}
