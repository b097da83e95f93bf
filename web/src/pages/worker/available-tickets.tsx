import { IconInbox } from '@tabler/icons-react';
import { useApiListQuery } from '../../api/queries.ts';
import { useDueView } from '../../features/deadlines/due-view.ts';
import { DueViewMenu, TicketsByDue } from '../../features/deadlines/lazy-views.ts';
import { TicketCardList } from '../../features/ticket-card-list.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { InvitationsNote } from './invitations-note.tsx';

const statuses = ['new'] as const;

/** The tickets that the worker can take, high priority first or by due time. */
export function AvailableTicketsPage() {
  const messages = useMessages();
  const paging = useListPaging();
  const [view, setView] = useDueView('/signed-in/free');
  const { limit, offset } = paging;
  const available = useApiListQuery('GET /tickets', { query: { status: 'new', sort: 'priority', order: 'desc', limit, offset } });
  return (
    <PageLayout
      title={messages.worker.available}
      actions={<DueViewMenu tickets={available.data?.items ?? []} view={view} onChange={setView} />}
    >
      <InvitationsNote />
      {view ? (
        <TicketsByDue view={view} statuses={statuses} showsStatus={false} />
      ) : (
        <>
          <TicketCardList
            query={available}
            heading="h2"
            empty={
              <EmptyState icon={IconInbox} title={messages.worker.noneAvailable}>
                {messages.worker.noneAvailableText}
              </EmptyState>
            }
            showsStatus={false}
            showsPeople={false}
            page={String(offset)}
          />
          <ShowMore paging={paging} page={available.data} />
        </>
      )}
    </PageLayout>
  );
}
