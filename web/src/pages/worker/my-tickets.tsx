import { Stack, Text } from '@mantine/core';
import { IconBriefcase } from '@tabler/icons-react';
import { useApiQuery } from '../../api/queries.ts';
import { useMergedLists } from '../../api/use-merged-ticket-lists.ts';
import { useDueView } from '../../features/deadlines/due-view.ts';
import { DueViewMenu, TicketsByDue } from '../../features/deadlines/lazy-views.ts';
import { TicketCard } from '../../features/ticket-card.tsx';
import { TicketCardList } from '../../features/ticket-card-list.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { TurnOnOffer } from '../notifications/turn-on-offer.tsx';
import { InvitationList } from './invitations.tsx';
import { InvitationsNote } from './invitations-note.tsx';

const limit = 100;
const openStatuses = ['rejected', 'in_progress', 'assigned'] as const;

/**
 * The home page of workers: rejected tickets first, each with its reason, then those in progress, then assigned ones;
 * or all of them by due time.
 */
export function MyTicketsPage() {
  const messages = useMessages();
  const [view, setView] = useDueView('/signed-in/');
  const rejected = useApiQuery('GET /tickets', { query: { limit, status: 'rejected' } });
  const open = useMergedLists(
    useApiQuery('GET /tickets', { query: { limit, status: 'in_progress' } }),
    useApiQuery('GET /tickets', { query: { limit, status: 'assigned', sort: 'priority', order: 'desc' } }),
  );
  const invitations = useApiQuery('GET /invitations', { query: { limit: 100 } });
  const hasNoTickets = rejected.data?.total === 0 && open.data?.total === 0;
  // Whoever has no work yet joins a project first.
  const showsInvitations = hasNoTickets && Boolean(invitations.data?.total);
  const emptyState = (
    <EmptyState
      icon={IconBriefcase}
      title={messages.worker.noTickets}
      action={<LinkButton to="/free">{messages.worker.toAvailable}</LinkButton>}
    >
      {messages.worker.noTicketsText}
    </EmptyState>
  );
  return (
    <PageLayout
      title={messages.worker.myTickets}
      actions={
        <DueViewMenu
          tickets={open.data && rejected.data ? [...rejected.data.items, ...open.data.items] : []}
          view={view}
          onChange={setView}
        />
      }
    >
      {showsInvitations ? <InvitationList /> : <InvitationsNote />}
      <Stack gap="xl">
        {view && <TicketsByDue view={view} statuses={openStatuses} />}
        {!view && rejected.data && rejected.data.total > 0 && (
          <ul className="cards">
            {rejected.data.items.map((ticket) => (
              <li key={ticket.id}>
                <TicketCard ticket={ticket} heading="h2" showsPeople={false} since={ticket.rejected_at}>
                  <Text size="sm" c="var(--danger)">
                    {ticket.reject_reason}
                  </Text>
                </TicketCard>
              </li>
            ))}
          </ul>
        )}
        {!view && (
          <TicketCardList
            query={open}
            empty={hasNoTickets && !showsInvitations ? emptyState : null}
            heading="h2"
            showsPeople={false}
            since={(ticket) => ticket.assigned_at}
          />
        )}
        {/* Below the tickets, so that none moves while it is being tapped. */}
        {rejected.data && open.data && <TurnOnOffer occasion="sign-in" />}
      </Stack>
    </PageLayout>
  );
}
