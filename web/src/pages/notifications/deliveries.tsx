import { Text } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useApiListQuery } from '../../api/queries.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { ListRow, ListRows } from '../../components/list-rows.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { PageLayout } from '../../components/page-layout.tsx';
import { ShowMore, useListPaging } from '../../components/show-more.tsx';
import { RelativeTime } from '../../components/time.tsx';
import type { NotificationDecision } from '../../contract/schemas.ts';
import { formatDateTime } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/locale.ts';
import { withoutBidirectionalControls } from '../../lib/bidirectional-controls.ts';

/** What each channel did with each notification: why a message came or did not. */
export function DeliveriesPage() {
  const messages = useMessages();
  const { user_id } = useSearch({ from: '/signed-in/notifications/deliveries' });
  const paging = useListPaging(user_id);
  const { limit, offset } = paging;
  const list = useApiListQuery('GET /ext/notifications/deliveries', { query: { limit, offset, ...(user_id && { user_id }) } });
  return (
    <PageLayout title={messages.notifications.deliveries} lead={messages.notifications.deliveriesLead}>
      {list.isPending && <ListSkeleton height={64} />}
      {list.isError && !list.data && <ErrorState error={list.error} retry={() => void list.refetch()} />}
      {list.data?.total === 0 && (
        <EmptyState icon={IconBell} title={messages.notifications.none}>
          {messages.notifications.noneText}
        </EmptyState>
      )}
      <ListRows>
        {list.data?.items.map((decision) => (
          <Decision key={decision.id} decision={decision} />
        ))}
      </ListRows>
      <ShowMore paging={paging} page={list.data} />
    </PageLayout>
  );
}

function Decision({ decision: { event, params, ticket_id, created_at, sends } }: { decision: NotificationDecision }) {
  const messages = useMessages();
  const title = withoutBidirectionalControls(params.title ?? params.project_name ?? '');
  return (
    <ListRow
      name={`${messages.notifications.events[event]}: ${title}${ticket_id === null ? '' : ` #${ticket_id}`}`}
      details={<RelativeTime at={created_at} />}
      notes={
        sends.length === 0 ? (
          <Text size="sm">{messages.notifications.noChannel}</Text>
        ) : (
          sends.map((send) => <Send key={send.channel} send={send} />)
        )
      }
    />
  );
}

function Send({ send: { channel, state, reason, due_at, decided_at } }: { send: NotificationDecision['sends'][number] }) {
  const messages = useMessages();
  const { channels, states, reasons } = messages.notifications;
  const why = (reasons as Record<string, string>)[reason] ?? reason;
  const at = formatDateTime(state === 'waiting' ? due_at : (decided_at ?? due_at));
  return (
    <Text size="sm">
      {channels[channel]}: {states[state](at)}
      {why && ` ${why}`}
    </Text>
  );
}
