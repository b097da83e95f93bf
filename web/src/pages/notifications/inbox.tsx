import { Box, Button } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useApiListQuery, useApiMutation } from '../../api/queries.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { ListRows } from '../../components/list-rows.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { NewItemsButton } from '../../components/new-items-button.tsx';
import { PageLayout } from '../../components/page-layout.tsx';
import { ShowMore, useListPaging } from '../../components/show-more.tsx';
import { useStableList } from '../../components/use-stable-list.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { NotificationRow } from './notification-row.tsx';
import { useNotificationTexts } from './texts/texts.ts';

/** What the user was told, the newest first. */
export function InboxPage() {
  const texts = useNotificationTexts();
  const { role } = useCurrentUser();
  const paging = useListPaging();
  const { limit, offset } = paging;
  const list = useApiListQuery('GET /ext/notifications', { query: { limit, offset } });
  const isSettled = list.isFetchedAfterMount && !list.isFetching && !list.isPlaceholderData;
  const { rows, newCount, showNew } = useStableList(list.data, isSettled, `${limit} ${offset}`);
  const markAll = useApiMutation('POST /ext/notifications/read', { invalidates: ['GET /ext/notifications'] });
  const actions = (
    <>
      {(list.data?.unread ?? 0) > 0 && (
        <Button variant="default" loading={markAll.isPending} onClick={() => markAll.mutate({ body: { all: true } })}>
          {texts.markAllRead}
        </Button>
      )}
      <LinkButton to="/notifications/settings" variant="default">
        {texts.settings}
      </LinkButton>
    </>
  );
  return (
    <PageLayout title={texts.title} actions={actions}>
      {list.isPending && <ListSkeleton height={64} />}
      {list.isError && !list.data && <ErrorState error={list.error} retry={() => void list.refetch()} />}
      {list.data && rows.length === 0 && (
        <EmptyState icon={IconBell} title={texts.none}>
          {texts.noneFor[role]}
        </EmptyState>
      )}
      <Box maw={860}>
        <NewItemsButton count={newCount} onShow={showNew} label={texts.newItems} />
        <ListRows className="notifications">
          {rows.map(({ item }) => (
            <NotificationRow key={item.id} notification={item} />
          ))}
        </ListRows>
        <ShowMore paging={paging} page={list.data} />
      </Box>
    </PageLayout>
  );
}
