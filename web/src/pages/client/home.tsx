import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Ticket, TicketPage } from '../../api/operations.ts';
import { useRead } from '../../api/queries.ts';
import { LinkButton } from '../../parts/link-button.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { TicketRows } from '../../parts/ticket-rows.tsx';
import { useWords } from '../../words/index.ts';
import type { Status } from '../../words/labels.ts';
import { useMerged } from './merged.ts';
import { UnconfirmedNote } from './unconfirmed-note.tsx';

const limit = 20;
const oldestFirst = { limit, order: 'asc' } as const;

/** What waits for me, what nobody took, what is in work. */
export function ClientHome() {
  const words = useWords();
  const projects = useRead('GET /projects', { query: { limit: 1 } });
  const done = useRead('GET /tickets', { query: { ...oldestFirst, status: 'done' } });
  const free = useRead('GET /tickets', { query: { ...oldestFirst, status: 'new' } });
  const work = useMerged(
    useRead('GET /tickets', { query: { limit, status: 'rejected' } }),
    useRead('GET /tickets', { query: { limit, status: 'in_progress' } }),
    useRead('GET /tickets', { query: { limit, status: 'assigned' } }),
  );
  if (projects.data?.total === 0) {
    return (
      <Page title={words.client.title}>
        <Empty title={words.client.first} action={<LinkButton to="/projects">{words.client.toProjects}</LinkButton>}>
          {words.client.firstText}
        </Empty>
      </Page>
    );
  }
  return (
    <Page title={words.client.title} wide actions={<LinkButton to="/tickets/new">{words.client.create}</LinkButton>}>
      <UnconfirmedNote />
      <div className="piles">
        <Pile
          title={words.client.confirm}
          text={words.client.confirmText}
          query={done}
          status="done"
          since={(ticket) => ticket.done_at}
        >
          {words.client.noneToConfirm}
        </Pile>
        <Pile title={words.client.free} text={words.client.freeText} query={free} status="new">
          {words.client.noneFree}
        </Pile>
        <Pile
          title={words.client.work}
          text={words.client.workText}
          query={work}
          since={(ticket) => ticket.assigned_at}
          showsStatus
        >
          {words.client.noneInWork}
        </Pile>
      </div>
    </Page>
  );
}

interface PileProps {
  title: string;
  text: string;
  query: UseQueryResult<TicketPage>;
  status?: Status;
  since?: (ticket: Ticket) => string | undefined;
  showsStatus?: boolean;
  children: ReactNode;
}

function Pile({ title, text, query, status, since, showsStatus = false, children }: PileProps) {
  const words = useWords();
  const total = query.data?.total ?? 0;
  const shown = query.data?.items.length ?? 0;
  return (
    <section className={status === 'done' && total > 0 ? 'pile calls' : 'pile'}>
      <header>
        <h2>
          {title} <span className="count">{query.data?.total}</span>
        </h2>
        <p className="muted small">{text}</p>
      </header>
      <TicketRows query={query} empty={<p className="muted nothing">{children}</p>} since={since} showsStatus={showsStatus} />
      {total > shown && (
        <Link to="/tickets" search={status ? { status } : {}}>
          {words.client.showAll(total)}
        </Link>
      )}
    </section>
  );
}
