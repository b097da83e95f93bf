import { Button, Group, Stack, Title } from '@mantine/core';
import { IconSearchOff, IconUsers } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiListQuery } from '../../api/queries.ts';
import { FilterRow } from '../../features/filters/filter-row.tsx';
import { forRoles } from '../../features/for-roles.tsx';
import { SectionTabs } from '../../features/section-tabs.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { mayWrite } from '../../session/acting.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { useListPaging } from '../../ui/show-more.tsx';
import { useUrlSearch } from '../../ui/use-url-search.ts';
import { CreateUserDialog } from './create-user-dialog.tsx';
import { UserList } from './user-list.tsx';

/** All workers, for clients. */
export const WorkersPage = forRoles(['client'], Workers);

function Workers() {
  const messages = useMessages();
  const navigate = useNavigate();
  const { q = '' } = useSearch({ from: '/signed-in/workers' });
  const [isCreating, setCreating] = useState(false);
  const [text, setText] = useUrlSearch(q, (next) => void navigate({ to: '/workers', search: { q: next }, replace: true }));
  const paging = useListPaging(q);
  const { limit, offset } = paging;
  const users = useApiListQuery('GET /users', { query: { limit, offset, ...(q.length >= 2 && { q }) } });
  const create = mayWrite && (
    <Group gap="xs">
      <Button onClick={() => setCreating(true)}>{messages.people.createWorker}</Button>
      <LinkButton variant="default" to="/import/workers">
        {messages.people.import}
      </LinkButton>
    </Group>
  );
  const emptyState = q ? (
    <EmptyState icon={IconSearchOff} title={messages.people.none}>
      {messages.people.noneText}
    </EmptyState>
  ) : (
    <EmptyState icon={IconUsers} title={messages.people.noWorkers} action={create}>
      {messages.people.noWorkersText}
    </EmptyState>
  );
  return (
    <PageLayout title={messages.nav.workers} lead={messages.people.workersText} actions={create}>
      <SectionTabs section="projects" current="/workers" />
      <UnconfirmedWorkers />
      <FilterRow search={{ text, onText: setText, label: messages.people.searchHint }} />
      <UserList users={users} paging={paging} confirmable={nobody} emptyState={emptyState} />
      {isCreating && <CreateUserDialog initialRole="worker" onClose={() => setCreating(false)} />}
    </PageLayout>
  );
}

const nobody: ReadonlySet<string> = new Set();

/** The workers whose accounts this client has created and not confirmed yet. */
function UnconfirmedWorkers() {
  const messages = useMessages();
  const paging = useListPaging();
  const { limit, offset } = paging;
  const unconfirmed = useApiListQuery('GET /ext/unconfirmed', { query: { limit, offset } });
  if (unconfirmed.isPending || unconfirmed.data?.total === 0) return null;
  return (
    <Stack component="section" gap="xs" mb="md" aria-labelledby="unconfirmed">
      <Title order={2} id="unconfirmed">
        {messages.people.yoursToConfirm}
      </Title>
      <UserList users={unconfirmed} paging={paging} emptyState={null} />
      <Title order={2}>{messages.people.allWorkers}</Title>
    </Stack>
  );
}
