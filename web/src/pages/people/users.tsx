import { Button, Group } from '@mantine/core';
import { IconSearchOff, IconUsers } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useApiListQuery } from '../../api/queries.ts';
import { roles } from '../../contract/enums.ts';
import { chipLook } from '../../features/filters/filter-button.tsx';
import { FilterRow } from '../../features/filters/filter-row.tsx';
import { forRoles } from '../../features/for-roles.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { useListPaging } from '../../ui/show-more.tsx';
import { useUrlSearch } from '../../ui/use-url-search.ts';
import { CreateUserDialog } from './create-user-dialog.tsx';
import { UserList } from './user-list.tsx';

/** All accounts, for admins. */
export const UsersPage = forRoles(['admin'], Users);

function Users() {
  const messages = useMessages();
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/users' });
  const role = roles.find((one) => one === search.role) ?? 'worker';
  const created = roles.find((one) => one === search.create);
  const q = search.q ?? '';
  const paging = useListPaging(`${role} ${q} ${search.disabled}`);
  const { limit, offset } = paging;
  const include = search.disabled ? { include_inactive: '1' as const } : {};
  const users = useApiListQuery('GET /users', { query: { role, limit, offset, ...include, ...(q.length >= 2 && { q }) } });
  const set = (part: typeof search): void => void navigate({ to: '/users', search: { ...search, ...part }, replace: true });
  const [text, setText] = useUrlSearch(q, (q) => set({ q }));
  const emptyState =
    role === 'worker' && !q ? (
      <EmptyState icon={IconUsers} title={messages.people.noWorkers}>
        {messages.people.noWorkersText}
      </EmptyState>
    ) : (
      <EmptyState icon={IconSearchOff} title={messages.people.none}>
        {messages.people.noneText}
      </EmptyState>
    );
  return (
    <PageLayout
      title={messages.people.title}
      actions={
        <>
          <Button onClick={() => set({ create: role })}>{messages.people.create}</Button>
          <LinkButton variant="default" to="/import/workers">
            {messages.people.import}
          </LinkButton>
        </>
      }
    >
      <Group component="nav" gap={4} className="chips" aria-label={messages.people.role}>
        {roles.map((one) => (
          <LinkButton
            key={one}
            to="/users"
            search={{ ...search, role: one }}
            replace
            activeProps={{}}
            px={10}
            c={one === role ? undefined : 'dimmed'}
            variant={one === role ? 'light' : 'subtle'}
            aria-current={one === role ? 'page' : undefined}
          >
            {messages.labels.rolePlural[one]}
          </LinkButton>
        ))}
      </Group>
      <FilterRow search={{ text, onText: setText, label: messages.people.searchHint }}>
        <Button
          {...chipLook}
          variant={search.disabled ? 'light' : 'default'}
          aria-pressed={Boolean(search.disabled)}
          onClick={() => set({ disabled: search.disabled ? '' : '1' })}
        >
          {messages.people.includeDisabled}
        </Button>
      </FilterRow>
      <UserList users={users} paging={paging} emptyState={emptyState} />
      {created && (
        <CreateUserDialog
          key={created}
          initialRole={created}
          // The filters may hide the new account, and in a long list it can be on any page. `create` stays in the URL: the dialog
          // still has to show the invitation link, which the service returns only once.
          onCreated={(user) => set({ role: user.role, q: user.email })}
          onClose={() => set({ create: '' })}
        />
      )}
    </PageLayout>
  );
}
