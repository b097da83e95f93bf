import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Ticket, TicketPage } from '../../api/operations.ts';
import { useRead } from '../../api/queries.ts';
import { LinkButton } from '../../parts/link-button.tsx';
import { partsOf } from '../../parts/list-changes.ts';
import { Page } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { TicketRows } from '../../parts/ticket-rows.tsx';
import { useWords } from '../../words/index.ts';
import type { Status } from '../../words/labels.ts';
import { useMerged } from './merged.ts';
import { UnconfirmedNote } from './unconfirmed-note.tsx';

const limit = 20;
const oldestFirst = { limit, order: 'asc' } as const;
const inWork = ['rejected', 'in_progress', 'assigned'] as const satisfies Status[];

/** What waits for me, what nobody took, what is in work. */
export function ClientHome() {
  const words = useWords();
  const projects = useRead('GET /projects', { query: { limit: 1 } });
  const done = useRead('GET /tickets', { query: { ...oldestFirst, status: 'done' } });
  const free = useRead('GET /tickets', { query: { ...oldestFirst, status: 'new' } });
  const work = useMerged(
    useRead('GET /tickets', { query: { limit, status: inWork[0] } }),
    useRead('GET /tickets', { query: { limit, status: inWork[1] } }),
    useRead('GET /tickets', { query: { limit, status: inWork[2] } }),
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
          statuses={['done']}
          isUrgent
          since={(ticket) => ticket.done_at}
        >
          {words.client.noneToConfirm}
        </Pile>
        <Pile title={words.client.free} text={words.client.freeText} query={free} statuses={['new']}>
          {words.client.noneFree}
        </Pile>
        <Pile
          title={words.client.work}
          text={words.client.workText}
          query={work}
          statuses={inWork}
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
  /** of which status each part of the list is */
  statuses: readonly Status[];
  isUrgent?: boolean;
  since?: (ticket: Ticket) => string | undefined;
  showsStatus?: boolean;
  children: ReactNode;
}

function Pile({ title, text, query, statuses, isUrgent = false, since, showsStatus = false, children }: PileProps) {
  const total = query.data?.total ?? 0;
  const parts = query.data ? partsOf(query.data) : [];
  return (
    <section className={isUrgent && total > 0 ? 'pile calls' : 'pile'}>
      <header>
        <h2>
          {title} <span className="count">{query.data?.total}</span>
        </h2>
        <p className="muted small">{text}</p>
      </header>
      <TicketRows query={query} empty={<p className="muted nothing">{children}</p>} since={since} showsStatus={showsStatus} />
      {parts.map(({ items, total }, index) => (
        <AllOfStatus
          key={statuses[index]}
          status={statuses[index]}
          total={total}
          shown={items.length}
          isOnly={parts.length === 1}
        />
      ))}
    </section>
  );
}

interface AllOfStatusProps {
  status: Status | undefined;
  total: number;
  shown: number;
  /** the only status of its section */
  isOnly: boolean;
}

/** The way to the rest of a list: the list of requests filters by one status. */
function AllOfStatus({ status, total, shown, isOnly }: AllOfStatusProps) {
  const words = useWords();
  if (!status || total <= shown) return null;
  return (
    <Link to="/tickets" search={{ status }}>
      {isOnly ? words.client.showAll(total) : words.client.showAllOf(words.labels.status[status], total)}
    </Link>
  );
}
