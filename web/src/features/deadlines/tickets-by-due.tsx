import { Text } from '@mantine/core';
import { IconAlarm } from '@tabler/icons-react';
import { useApiListQuery } from '../../api/queries.ts';
import type { Status } from '../../contract/enums.ts';
import type { Ticket } from '../../contract/schemas.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { TicketCardList } from '../ticket-card-list.tsx';
import type { DueView } from './due-view.ts';
import { useDeadlineTexts } from './texts/texts.ts';

interface Props {
  view: DueView;
  statuses: readonly Status[];
  showsStatus?: boolean;
}

/** A worker's tickets, what is due first before the rest, or only what is late. */
export function TicketsByDue({ view, statuses, showsStatus = true }: Props) {
  const texts = useDeadlineTexts();
  const paging = useListPaging();
  const { limit, offset } = paging;
  const late = view === 'late' ? ({ overdue: 'true' } as const) : {};
  const tickets = useApiListQuery('GET /ext/tickets', {
    query: { status: statuses.join(','), sort: 'due', order: 'asc', ...late, limit, offset },
  });
  return (
    <>
      <TicketCardList
        query={tickets}
        heading="h2"
        empty={<EmptyState icon={IconAlarm} title={texts.nothingLate} />}
        showsStatus={showsStatus}
        showsPeople={false}
        details={rejection}
        page={`${view} ${offset}`}
      />
      <ShowMore paging={paging} page={tickets.data} />
    </>
  );
}

/** Why the client asks for rework. */
const rejection = ({ status, reject_reason }: Ticket) =>
  status === 'rejected' && (
    <Text size="sm" c="var(--danger)">
      {reject_reason}
    </Text>
  );
