import { Group, Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useTicket } from '../../api/queries.ts';
import { ticketTitle } from '../../features/ticket-title.ts';
import { isStatus } from '../../http/errors.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { NotFound } from '../../ui/not-found.tsx';
import { Heading, PageLayout } from '../../ui/page-layout.tsx';
import { BackButton, TicketMeta, TicketPlace } from './ticket-head.tsx';
import { TicketUnavailable } from './ticket-unavailable.tsx';
import { TicketView } from './ticket-view.tsx';

/** One ticket on a page of its own. */
export function TicketPage() {
  const messages = useMessages();
  const me = useCurrentUser();
  const id = Number(useParams({ from: '/signed-in/tickets/$id' }).id);
  const query = useTicket(id);
  const ticket = query.data;
  if (query.isError && isStatus(query.error, 400, 403, 404)) {
    if (me.role === 'worker' && ticket?.status === 'new') return <TicketUnavailable />;
    return <NotFound {...(isStatus(query.error, 403) && { text: messages.ticket.notYours })} />;
  }
  if (!ticket) {
    return (
      <PageLayout title={messages.ticket.name(id)}>
        {query.isError ? <ErrorState error={query.error} retry={() => void query.refetch()} /> : <ListSkeleton />}
      </PageLayout>
    );
  }
  return (
    <main className="main">
      <Stack component="header" className="ticket-head" gap={6} mb="lg">
        <Group gap={6} wrap="nowrap">
          <BackButton />
          <TicketMeta ticket={ticket} />
        </Group>
        <Heading>{ticketTitle(ticket)}</Heading>
        <TicketPlace ticket={ticket} />
      </Stack>
      {/* What was typed and chosen for one ticket must not stay for the next one. */}
      <TicketView key={id} ticket={ticket} />
    </main>
  );
}
