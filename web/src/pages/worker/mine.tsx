import { useRead } from '../../api/queries.ts';
import { LinkButton } from '../../parts/link-button.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { TicketRows } from '../../parts/ticket-rows.tsx';
import { useWords } from '../../words/index.ts';
import { useMerged } from '../client/merged.ts';
import { InvitationsNote } from './invitations-note.tsx';

const limit = 100;

/** What I have to do: sent back first, then what is begun, then what waits. */
export function MinePage() {
  const words = useWords();
  const work = useMerged(
    useRead('GET /tickets', { query: { limit, status: 'rejected' } }),
    useRead('GET /tickets', { query: { limit, status: 'in_progress' } }),
    useRead('GET /tickets', { query: { limit, status: 'assigned', sort: 'priority', order: 'desc' } }),
  );
  const done = useRead('GET /tickets', { query: { limit: 20, status: 'done' } });
  const nothing = (
    <Empty title={words.worker.noneMine} action={<LinkButton to="/free">{words.worker.toFree}</LinkButton>}>
      {words.worker.noneMineText}
    </Empty>
  );
  return (
    <Page title={words.worker.mine}>
      <InvitationsNote />
      <div className="stack wide-gap">
        <TicketRows query={work} empty={nothing} heading="h2" showsPeople={false} since={(ticket) => ticket.assigned_at} />
        {done.data && done.data.total > 0 && (
          <section>
            <h2>{words.worker.finished}</h2>
            <TicketRows query={done} empty={null} showsPeople={false} since={(ticket) => ticket.done_at} />
          </section>
        )}
      </div>
    </Page>
  );
}
