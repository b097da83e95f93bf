import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ProfilePage } from '../../api/operations.ts';
import { Rows } from '../../parts/rows.tsx';
import { type Growing, ShowMore } from '../../parts/show-more.tsx';
import { Problem } from '../../parts/states.tsx';
import { UserLine } from './user-line.tsx';

interface Props {
  users: UseQueryResult<ProfilePage>;
  growing: Growing;
  /** the ids of those who wait for the reader's confirmation; all who are not confirmed without it */
  confirmable?: ReadonlySet<string>;
  none: ReactNode;
}

/** Accounts, with what can be done to each. */
export function UserList({ users, growing, confirmable, none }: Props) {
  return (
    <>
      {users.isPending && <Rows height={56} />}
      {users.isError && !users.data && <Problem error={users.error} retry={() => void users.refetch()} />}
      {users.data?.total === 0 && none}
      <ul className="lines">
        {users.data?.items.map((user) => (
          <UserLine key={user.id} user={user} mayConfirm={confirmable?.has(user.id) ?? true} />
        ))}
      </ul>
      <ShowMore growing={growing} page={users.data} />
    </>
  );
}
