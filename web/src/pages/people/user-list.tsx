import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ProfilePage } from '../../contract/schemas.ts';
import { useAccountTrust } from '../../features/account-trust/use-account-trust.ts';
import { ListRows } from '../../ui/list-rows.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { type ListPaging, ShowMore } from '../../ui/show-more.tsx';
import { UserRow } from './user-row.tsx';

interface Props {
  users: UseQueryResult<ProfilePage>;
  paging: ListPaging;
  /** the ids of the accounts that the user can confirm; by default all that are not confirmed */
  confirmable?: ReadonlySet<string>;
  emptyState: ReactNode;
}

/** A list of accounts. */
export function UserList({ users, paging, confirmable, emptyState }: Props) {
  const accounts = useAccountTrust(users.data?.items.map(({ id }) => id) ?? []);
  return (
    <>
      <QueryState query={users} height={56} />
      {users.data?.total === 0 && emptyState}
      <ListRows>
        {users.data?.items.map((user) => (
          <UserRow key={user.id} user={user} trust={accounts.of(user.id)} mayConfirm={confirmable?.has(user.id) ?? true} />
        ))}
      </ListRows>
      <ShowMore paging={paging} page={users.data} />
    </>
  );
}
