import { useListQuery } from '../../api/queries.ts';
import { Page } from '../../parts/page.tsx';
import { ShowMore, useGrowing } from '../../parts/show-more.tsx';
import { Empty } from '../../parts/states.tsx';
import { TicketRows } from '../../parts/ticket-rows.tsx';
import { useWords } from '../../words/index.ts';
import { InvitationsNote } from './invitations-note.tsx';

/** What anybody of the project may take, the urgent first. */
export function FreePage() {
  const words = useWords();
  const growing = useGrowing();
  const { limit, offset } = growing;
  const free = useListQuery('GET /tickets', { query: { status: 'new', sort: 'priority', order: 'desc', limit, offset } });
  return (
    <Page title={words.worker.free}>
      <InvitationsNote />
      <TicketRows
        query={free}
        heading="h2"
        empty={<Empty title={words.worker.noneFree}>{words.worker.noneFreeText}</Empty>}
        showsStatus={false}
        showsPeople={false}
        page={String(offset)}
      />
      <ShowMore growing={growing} page={free.data} />
    </Page>
  );
}
