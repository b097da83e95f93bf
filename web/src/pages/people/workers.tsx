import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../api/queries.ts';
import { useDebounced } from '../../parts/debounced.ts';
import { Page } from '../../parts/page.tsx';
import { Rows } from '../../parts/rows.tsx';
import { ShowMore, useGrowing } from '../../parts/show-more.tsx';
import { Empty, Problem } from '../../parts/states.tsx';
import { useWords } from '../../words/index.ts';
import { RoleGate } from '../role-gate.tsx';
import { CreateUser } from './create-user.tsx';
import { UserLine } from './user-line.tsx';

export function WorkersPage() {
  return (
    <RoleGate roles={['client']}>
      <Workers />
    </RoleGate>
  );
}

function Workers() {
  const words = useWords();
  const [text, setText] = useState('');
  const [isCreating, setCreating] = useState(false);
  const q = useDebounced(text.trim());
  const growing = useGrowing();
  const { limit, offset } = growing;
  const users = useRead('GET /users', { query: { limit, offset, ...(q.length >= 2 && { q }) } });
  const create = <Button onClick={() => setCreating(true)}>{words.people.createWorker}</Button>;
  return (
    <Page title={words.people.workers} lead={words.people.workersText} actions={create}>
      <div className="bar">
        <TextInput
          className="search"
          type="search"
          label={words.app.search}
          placeholder={words.people.searchHint}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </div>
      {users.isPending && <Rows height={56} />}
      {users.isError && <Problem error={users.error} retry={() => void users.refetch()} />}
      {users.data?.total === 0 &&
        (q ? (
          <Empty title={words.people.none}>{words.people.noneText}</Empty>
        ) : (
          <Empty title={words.people.noWorkers} action={create}>
            {words.people.noWorkersText}
          </Empty>
        ))}
      <ul className="lines">
        {users.data?.items.map((user) => (
          <UserLine key={user.id} user={user} />
        ))}
      </ul>
      <ShowMore growing={growing} page={users.data} />
      {isCreating && <CreateUser of="worker" onClose={() => setCreating(false)} />}
    </Page>
  );
}
