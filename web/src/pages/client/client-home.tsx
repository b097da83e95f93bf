import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import { useMergedLists } from '../../api/use-merged-ticket-lists.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { partsOf } from '../../components/list-diff.ts';
import { PageLayout } from '../../components/page-layout.tsx';
import { TicketCardList } from '../../components/ticket-card-list.tsx';
import type { Status } from '../../contract/enums.ts';
import type { Ticket, TicketPage } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { UnconfirmedWorkersNote } from './unconfirmed-workers-note.tsx';

const limit = 20;
const oldestFirst = { limit, order: 'asc' } as const;
const inProgressStatuses = ['rejected', 'in_progress', 'assigned'] as const satisfies Status[];

/** The home page of clients: tickets to confirm, tickets without a worker, and tickets that are worked on. */
export function ClientHome() {
  const messages = useMessages();
  const projects = useApiQuery('GET /projects', { query: { limit: 1 } });
  const done = useApiQuery('GET /tickets', { query: { ...oldestFirst, status: 'done' } });
  const unassigned = useApiQuery('GET /tickets', { query: { ...oldestFirst, status: 'new' } });
  const inProgress = useMergedLists(
    useApiQuery('GET /tickets', { query: { limit, status: inProgressStatuses[0] } }),
    useApiQuery('GET /tickets', { query: { limit, status: inProgressStatuses[1] } }),
    useApiQuery('GET /tickets', { query: { limit, status: inProgressStatuses[2] } }),
  );
  if (projects.data?.total === 0) {
    return (
      <PageLayout title={messages.client.title}>
        <EmptyState
          title={messages.client.noProjects}
          action={<LinkButton to="/projects">{messages.client.toProjects}</LinkButton>}
        >
          {messages.client.noProjectsText}
        </EmptyState>
      </PageLayout>
    );
  }
  return (
    <PageLayout title={messages.client.title} wide actions={<LinkButton to="/tickets/new">{messages.client.create}</LinkButton>}>
      <UnconfirmedWorkersNote />
      <div className="ticket-sections">
        <HomeSection
          title={messages.client.toConfirm}
          text={messages.client.toConfirmText}
          query={done}
          statuses={['done']}
          isUrgent
          since={(ticket) => ticket.done_at}
        >
          {messages.client.noneToConfirm}
        </HomeSection>
        <HomeSection
          title={messages.client.unassigned}
          text={messages.client.unassignedText}
          query={unassigned}
          statuses={['new']}
        >
          {messages.client.noneUnassigned}
        </HomeSection>
        <HomeSection
          title={messages.client.inProgress}
          query={inProgress}
          statuses={inProgressStatuses}
          since={(ticket) => ticket.assigned_at}
          showsStatus
        >
          {messages.client.noneInProgress}
        </HomeSection>
      </div>
    </PageLayout>
  );
}

interface HomeSectionProps {
  title: string;
  text?: string;
  query: UseQueryResult<TicketPage>;
  /** the status of each part of the list */
  statuses: readonly Status[];
  isUrgent?: boolean;
  since?: (ticket: Ticket) => string | undefined;
  showsStatus?: boolean;
  children: ReactNode;
}

function HomeSection({ title, text, query, statuses, isUrgent = false, since, showsStatus = false, children }: HomeSectionProps) {
  const total = query.data?.total ?? 0;
  const parts = query.data ? partsOf(query.data) : [];
  return (
    <section className={isUrgent && total > 0 ? 'ticket-section needs-attention' : 'ticket-section'}>
      <header>
        <h2>
          {title} <span className="count">{query.data?.total}</span>
        </h2>
        {text && <p className="muted small">{text}</p>}
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
  /** the section has no other status */
  isOnly: boolean;
}

/** A link to all tickets of a status, when the section does not show all of them. */
function AllOfStatus({ status, total, shown, isOnly }: AllOfStatusProps) {
  const messages = useMessages();
  if (!status || total <= shown) return null;
  return (
    <Link to="/tickets" search={{ status }}>
      {isOnly ? messages.client.showAll(total) : messages.client.showAllOf(messages.labels.status[status], total)}
    </Link>
  );
}
