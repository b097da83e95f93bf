import { Box, Button } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useApiListQuery, useApiMutation } from '../../api/queries.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { ListRows } from '../../ui/list-rows.tsx';
import { NewItemsButton } from '../../ui/new-items-button.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { useStableList } from '../../ui/use-stable-list.ts';
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
      <QueryState query={list} height={64} />
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
