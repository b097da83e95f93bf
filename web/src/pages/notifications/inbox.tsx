import { Button } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useApiListQuery, useApiMutation } from '../../api/queries.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { ListRows } from '../../components/list-rows.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { PageLayout } from '../../components/page-layout.tsx';
import { ShowMore, useListPaging } from '../../components/show-more.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { NotificationRow } from './notification-row.tsx';

/** What the user was told, the newest first. */
export function InboxPage() {
  const messages = useMessages();
  const paging = useListPaging();
  const { limit, offset } = paging;
  const list = useApiListQuery('GET /ext/notifications', { query: { limit, offset } });
  const markAll = useApiMutation('POST /ext/notifications/read', { invalidates: ['GET /ext/notifications'] });
  const actions = (
    <>
      {(list.data?.unread ?? 0) > 0 && (
        <Button variant="default" loading={markAll.isPending} onClick={() => markAll.mutate({ body: { all: true } })}>
          {messages.notifications.markAllRead}
        </Button>
      )}
      <LinkButton to="/notifications/settings" variant="default">
        {messages.notifications.settings}
      </LinkButton>
    </>
  );
  return (
    <PageLayout title={messages.notifications.title} actions={actions}>
      {list.isPending && <ListSkeleton height={64} />}
      {list.isError && !list.data && <ErrorState error={list.error} retry={() => void list.refetch()} />}
      {list.data?.total === 0 && (
        <EmptyState icon={IconBell} title={messages.notifications.none}>
          {messages.notifications.noneText}
        </EmptyState>
      )}
      <ListRows className="notifications">
        {list.data?.items.map((notification) => (
          <NotificationRow key={notification.id} notification={notification} />
        ))}
      </ListRows>
      <ShowMore paging={paging} page={list.data} />
    </PageLayout>
  );
}
