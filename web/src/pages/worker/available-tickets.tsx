import { useApiListQuery } from '../../api/queries.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { ShowMore, useListPaging } from '../../components/show-more.tsx';
import { TicketCardList } from '../../components/ticket-card-list.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { InvitationsNote } from './invitations-note.tsx';

/** What anybody of the project may take, the urgent first. */
export function AvailableTicketsPage() {
  const messages = useMessages();
  const growing = useListPaging();
  const { limit, offset } = growing;
  const free = useApiListQuery('GET /tickets', { query: { status: 'new', sort: 'priority', order: 'desc', limit, offset } });
  return (
    <Page title={messages.worker.free}>
      <InvitationsNote />
      <TicketCardList
        query={free}
        heading="h2"
        empty={<EmptyState title={messages.worker.noneFree}>{messages.worker.noneFreeText}</EmptyState>}
        showsStatus={false}
        showsPeople={false}
        page={String(offset)}
      />
      <ShowMore growing={growing} page={free.data} />
    </Page>
  );
}
