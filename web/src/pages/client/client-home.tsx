import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import { useMergedLists } from '../../api/use-merged-lists.ts';
import { partsOf } from '../../components/compare-lists.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Page } from '../../components/page.tsx';
import { TicketCardList } from '../../components/ticket-card-list.tsx';
import type { Status } from '../../contract/enums.ts';
import type { Ticket, TicketPage } from '../../contract/operations.ts';
import { useMessages } from '../../i18n/locale.ts';
import { UnconfirmedWorkersNote } from './unconfirmed-workers-note.tsx';

const limit = 20;
const oldestFirst = { limit, order: 'asc' } as const;
const inWork = ['rejected', 'in_progress', 'assigned'] as const satisfies Status[];

/** What waits for me, what nobody took, what is in work. */
export function ClientHome() {
  const messages = useMessages();
  const projects = useApiQuery('GET /projects', { query: { limit: 1 } });
  const done = useApiQuery('GET /tickets', { query: { ...oldestFirst, status: 'done' } });
  const free = useApiQuery('GET /tickets', { query: { ...oldestFirst, status: 'new' } });
  const work = useMergedLists(
    useApiQuery('GET /tickets', { query: { limit, status: inWork[0] } }),
    useApiQuery('GET /tickets', { query: { limit, status: inWork[1] } }),
    useApiQuery('GET /tickets', { query: { limit, status: inWork[2] } }),
  );
  if (projects.data?.total === 0) {
    return (
      <Page title={messages.client.title}>
        <EmptyState title={messages.client.first} action={<LinkButton to="/projects">{messages.client.toProjects}</LinkButton>}>
          {messages.client.firstText}
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title={messages.client.title} wide actions={<LinkButton to="/tickets/new">{messages.client.create}</LinkButton>}>
      <UnconfirmedWorkersNote />
      <div className="ticket-sections">
        <Pile
          title={messages.client.confirm}
          text={messages.client.confirmText}
          query={done}
          statuses={['done']}
          isUrgent
          since={(ticket) => ticket.done_at}
        >
          {messages.client.noneToConfirm}
        </Pile>
        <Pile title={messages.client.free} text={messages.client.freeText} query={free} statuses={['new']}>
          {messages.client.noneFree}
        </Pile>
        <Pile
          title={messages.client.work}
          text={messages.client.workText}
          query={work}
          statuses={inWork}
          since={(ticket) => ticket.assigned_at}
          showsStatus
        >
          {messages.client.noneInWork}
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
    <section className={isUrgent && total > 0 ? 'ticket-section needs-attention' : 'ticket-section'}>
      <header>
        <h2>
          {title} <span className="count">{query.data?.total}</span>
        </h2>
        <p className="muted small">{text}</p>
      </header>
      <TicketCardList
        query={query}
        empty={<p className="muted empty-list">{children}</p>}
        since={since}
        showsStatus={showsStatus}
      />
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
  const messages = useMessages();
  if (!status || total <= shown) return null;
  return (
    <Link to="/tickets" search={{ status }}>
      {isOnly ? messages.client.showAll(total) : messages.client.showAllOf(messages.labels.status[status], total)}
    </Link>
  );
}
