import { useApiQuery } from '../../api/queries.ts';
import { useMergedLists } from '../../api/use-merged-ticket-lists.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { PageLayout } from '../../components/page-layout.tsx';
import { TicketCardList } from '../../components/ticket-card-list.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { InvitationsNote } from './invitations-note.tsx';

const limit = 100;

/** The home page of workers: their tickets, rejected ones first, then those in progress, then assigned ones. */
export function MyTicketsPage() {
  const messages = useMessages();
  const open = useMergedLists(
    useApiQuery('GET /tickets', { query: { limit, status: 'rejected' } }),
    useApiQuery('GET /tickets', { query: { limit, status: 'in_progress' } }),
    useApiQuery('GET /tickets', { query: { limit, status: 'assigned', sort: 'priority', order: 'desc' } }),
  );
  const done = useApiQuery('GET /tickets', { query: { limit: 20, status: 'done' } });
  const emptyState = (
    <EmptyState title={messages.worker.noTickets} action={<LinkButton to="/free">{messages.worker.toAvailable}</LinkButton>}>
      {messages.worker.noTicketsText}
    </EmptyState>
  );
  return (
    <PageLayout title={messages.worker.myTickets}>
      <InvitationsNote />
      <div className="stack wide-gap">
        <TicketCardList query={open} empty={emptyState} heading="h2" showsPeople={false} since={(ticket) => ticket.assigned_at} />
        {done.data && done.data.total > 0 && (
          <section>
            <h2>{messages.worker.toConfirm}</h2>
            <TicketCardList query={done} empty={null} showsPeople={false} since={(ticket) => ticket.done_at} />
          </section>
        )}
      </div>
    </PageLayout>
  );
}
