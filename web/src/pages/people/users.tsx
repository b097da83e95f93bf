import { Button, NativeSelect, Switch } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useListQuery } from '../../api/queries.ts';
import { Page } from '../../parts/page.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { useGrowing } from '../../parts/show-more.tsx';
import { Empty } from '../../parts/states.tsx';
import { useTypedSearch } from '../../parts/typed-search.ts';
import { useWords } from '../../words/index.ts';
import { roles } from '../../words/labels.ts';
import { RoleGate } from '../role-gate.tsx';
import { CreateUser } from './create-user.tsx';
import { UserList } from './user-list.tsx';

export function UsersPage() {
  return (
    <RoleGate roles={['admin']}>
      <Users />
    </RoleGate>
  );
}

function Users() {
  const words = useWords();
  const navigate = useNavigate();
  const search = useSearch({ from: '/inside/users' });
  const role = roles.find((one) => one === search.role) ?? 'worker';
  const [isCreating, setCreating] = useState(false);
  const q = search.q ?? '';
  const growing = useGrowing(`${role} ${q} ${search.disabled}`);
  const { limit, offset } = growing;
  const include = search.disabled ? { include_inactive: '1' as const } : {};
  const users = useListQuery('GET /users', { query: { role, limit, offset, ...include, ...(q.length >= 2 && { q }) } });
  const set = (part: { role?: string; q?: string; disabled?: string }): void =>
    void navigate({ to: '/users', search: { ...search, ...part }, replace: true });
  const [text, setText] = useTypedSearch(q, (q) => set({ q }));
  return (
    <Page title={words.people.title} actions={<Button onClick={() => setCreating(true)}>{words.people.create}</Button>}>
      <div className="bar">
        <NativeSelect
          label={words.people.role}
          value={role}
          onChange={(event) => set({ role: event.currentTarget.value })}
          data={roles.map((value) => ({ value, label: words.labels.rolePlural[value] }))}
        />
        <SearchField text={text} hint={words.people.searchHint} onText={setText} />
        <Switch
          size="md"
          label={words.people.includeDisabled}
          checked={Boolean(search.disabled)}
          onChange={(event) => set({ disabled: event.currentTarget.checked ? '1' : '' })}
        />
      </div>
      <UserList users={users} growing={growing} none={<Empty title={words.people.none}>{words.people.noneText}</Empty>} />
      {isCreating && <CreateUser of={role} onClose={() => setCreating(false)} />}
    </Page>
  );
}
