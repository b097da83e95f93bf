import { useParams } from '@tanstack/react-router';
import { useTicket } from '../../api/queries.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { PageLayout } from '../../components/page-layout.tsx';
import { UrgentBadge } from '../../components/status-badge.tsx';
import { RelativeTime } from '../../components/time.tsx';
import { isStatus } from '../../http/errors.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
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
  if (query.isError && !ticket) {
    return (
      <PageLayout title={messages.ticket.name(id)}>
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      </PageLayout>
    );
  }
  if (!ticket) {
    return (
      <PageLayout title={messages.ticket.name(id)}>
        <ListSkeleton />
      </PageLayout>
    );
  }
  const lead = (
    <span className="meta">
      <UrgentBadge {...ticket} />
      <span className="numbers">{messages.ticket.name(ticket.id)}</span>
      <RelativeTime at={ticket.created_at} />
    </span>
  );
  return (
    <PageLayout title={messages.ticket.title(messages.labels.category[ticket.category], ticket.object_name)} lead={lead}>
      <TicketView ticket={ticket} />
    </PageLayout>
  );
}
