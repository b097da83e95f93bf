import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../../components/error-state.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { type ListPaging, ShowMore } from '../../components/show-more.tsx';
import type { ProfilePage } from '../../contract/operations.ts';
import { UserRow } from './user-row.tsx';

interface Props {
  users: UseQueryResult<ProfilePage>;
  growing: ListPaging;
  /** the ids of those who wait for the reader's confirmation; all who are not confirmed without it */
  confirmable?: ReadonlySet<string>;
  none: ReactNode;
}

/** Accounts, with what can be done to each. */
export function UserList({ users, growing, confirmable, none }: Props) {
  return (
    <>
      {users.isPending && <ListSkeleton height={56} />}
      {users.isError && !users.data && <ErrorState error={users.error} retry={() => void users.refetch()} />}
      {users.data?.total === 0 && none}
      <ul className="list-rows">
        {users.data?.items.map((user) => (
          <UserRow key={user.id} user={user} mayConfirm={confirmable?.has(user.id) ?? true} />
        ))}
      </ul>
      <ShowMore growing={growing} page={users.data} />
    </>
  );
}
