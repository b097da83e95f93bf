import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Profile } from '../api/operations.ts';
import { useRead } from '../api/queries.ts';
import { useWords } from '../words/index.ts';
import type { Role } from '../words/labels.ts';
import { useDebounced } from './debounced.ts';
import { Rows } from './rows.tsx';
import { Problem } from './states.tsx';

export type PickedUser = Pick<Profile, 'id' | 'name'>;

interface Props {
  /** whose role it is */
  of: Role;
  label: string;
  picked?: PickedUser | undefined;
  onPick: (user: PickedUser | undefined) => void;
  /** why somebody cannot be chosen */
  obstacle?: (user: Profile) => string | undefined;
}

/** People of one role, found by name or e-mail. */
export function UserPicker({ of: role, label, picked, onPick, obstacle = () => undefined }: Props) {
  const words = useWords();
  const [text, setText] = useState('');
  const q = useDebounced(text.trim());
  const users = useRead('GET /users', { query: { role, limit: 20, ...(q.length >= 2 && { q }) } });
  if (picked) {
    return (
      <div className="chosen">
        <div>
          <p className="legend">{label}</p>
          <b>{picked.name}</b>
        </div>
        <button type="button" className="plain" onClick={() => onPick(undefined)}>
          {words.app.edit}
        </button>
      </div>
    );
  }
  return (
    <div className="stack">
      <TextInput
        type="search"
        label={label}
        description={words.people.searchHint}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {users.isPending && <Rows height={52} />}
      {users.isError && <Problem error={users.error} retry={() => void users.refetch()} />}
      {users.data?.total === 0 && <p className="muted">{words.people.none}</p>}
      <ul className="pick">
        {users.data?.items.map((user) => (
          <li key={user.id}>
            <button
              type="button"
              disabled={obstacle(user) !== undefined}
              onClick={() => onPick({ id: user.id, name: user.name })}
            >
              <b>{user.name}</b>
              <span className="small">{obstacle(user) ?? user.email}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
