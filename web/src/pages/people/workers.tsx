import { Button } from '@mantine/core';
import { useState } from 'react';
import { useListQuery } from '../../api/queries.ts';
import { useDebounced } from '../../parts/debounced.ts';
import { Page } from '../../parts/page.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { useGrowing } from '../../parts/show-more.tsx';
import { Empty } from '../../parts/states.tsx';
import { useWords } from '../../words/index.ts';
import { RoleGate } from '../role-gate.tsx';
import { CreateUser } from './create-user.tsx';
import { UserList } from './user-list.tsx';

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
  const growing = useGrowing(q);
  const { limit, offset } = growing;
  const users = useListQuery('GET /users', { query: { limit, offset, ...(q.length >= 2 && { q }) } });
  const create = <Button onClick={() => setCreating(true)}>{words.people.createWorker}</Button>;
  const none = q ? (
    <Empty title={words.people.none}>{words.people.noneText}</Empty>
  ) : (
    <Empty title={words.people.noWorkers} action={create}>
      {words.people.noWorkersText}
    </Empty>
  );
  return (
    <Page title={words.people.workers} lead={words.people.workersText} actions={create}>
      <Unconfirmed />
      <div className="bar">
        <SearchField text={text} hint={words.people.searchHint} onText={setText} />
      </div>
      <UserList users={users} growing={growing} confirmable={nobody} none={none} />
      {isCreating && <CreateUser of="worker" onClose={() => setCreating(false)} />}
    </Page>
  );
}

const nobody: ReadonlySet<string> = new Set();

/** The workers that the client created and has not confirmed yet; other clients' are theirs to confirm. */
function Unconfirmed() {
  const words = useWords();
  const growing = useGrowing();
  const { limit, offset } = growing;
  const waiting = useListQuery('GET /ext/unconfirmed', { query: { limit, offset } });
  if (waiting.isPending || waiting.data?.total === 0) return null;
  return (
    <section aria-labelledby="unconfirmed" className="stack">
      <h2 id="unconfirmed">{words.people.yoursToConfirm}</h2>
      <UserList users={waiting} growing={growing} none={null} />
      <h2>{words.people.allWorkers}</h2>
    </section>
  );
}
