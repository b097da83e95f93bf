import { Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useApiQuery } from '../../api/queries.ts';
import { useMergedLists } from '../../api/use-merged-ticket-lists.ts';
import type { Ticket } from '../../contract/schemas.ts';
import { StatusBadge } from '../../features/status-badge.tsx';
import { TicketCard } from '../../features/ticket-card.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { type Period, periodOf, periods } from './periods.ts';

const limit = 100;

/** The work that the worker has finished, the latest first. The service sorts by creation: of closed requests, the newest. */
export function DoneTicketsPage() {
  const messages = useMessages();
  const tickets = useMergedLists(
    useApiQuery('GET /tickets', { query: { limit, status: 'done' } }),
    useApiQuery('GET /tickets', { query: { limit, status: 'rejected' } }),
    useApiQuery('GET /tickets', { query: { limit, status: 'closed' } }),
  );
  const groups = groupByPeriod(tickets.data?.items ?? []);
  return (
    <PageLayout title={messages.worker.done}>
      <QueryState query={tickets} height={112} />
      {tickets.data && groups.length === 0 && (
        <EmptyState icon={IconCircleCheck} title={messages.worker.noneDone}>
          {messages.worker.noneDoneText}
        </EmptyState>
      )}
      <Stack gap="xl">
        {groups.map(([period, items]) => (
          <Stack key={period} component="section" gap="sm" aria-label={messages.worker.periods[period]}>
            <Title order={2}>{messages.worker.periods[period]}</Title>
            <ul className="cards">
              {items.map((ticket) => (
                <li key={ticket.id}>
                  <TicketCard ticket={ticket} since={ticket.done_at} showsStatus={false} showsPeople={false}>
                    <Outcome ticket={ticket} />
                  </TicketCard>
                </li>
              ))}
            </ul>
          </Stack>
        ))}
      </Stack>
    </PageLayout>
  );
}

/** What became of the work. */
function Outcome({ ticket: { status, confirmed_at, reject_reason } }: { ticket: Ticket }) {
  const messages = useMessages();
  if (status === 'done')
    return (
      <Text size="sm" c="dimmed">
        {messages.labels.waitingFor.worker.done}
      </Text>
    );
  return (
    <div>
      <StatusBadge status={confirmed_at ? 'confirmed' : status} />
      {status === 'rejected' && <Text size="sm">{reject_reason}</Text>}
    </div>
  );
}

/** Only tickets whose work was done, by when that was. */
function groupByPeriod(tickets: Ticket[]): [Period, Ticket[]][] {
  const doneAt = ({ done_at = '' }: Ticket): number => Date.parse(done_at);
  const done = tickets.filter(({ done_at }) => done_at).sort((a, b) => doneAt(b) - doneAt(a));
  const byPeriod = Map.groupBy(done, (ticket) => periodOf(new Date(doneAt(ticket)), new Date()));
  return periods.flatMap((period): [Period, Ticket[]][] => {
    const items = byPeriod.get(period);
    return items ? [[period, items]] : [];
  });
}
