import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useApiListQuery } from '../../api/queries.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { SearchField, searchDelayMs } from '../../components/search-field.tsx';
import { useListPaging } from '../../components/show-more.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { RequireRole } from '../require-role.tsx';
import { CreateUserDialog } from './create-user-dialog.tsx';
import { UserList } from './user-list.tsx';

export function WorkersPage() {
  return (
    <RequireRole roles={['client']}>
      <Workers />
    </RequireRole>
  );
}

function Workers() {
  const messages = useMessages();
  const [text, setText] = useState('');
  const [isCreating, setCreating] = useState(false);
  const [q] = useDebouncedValue(text.trim(), searchDelayMs);
  const growing = useListPaging(q);
  const { limit, offset } = growing;
  const users = useApiListQuery('GET /users', { query: { limit, offset, ...(q.length >= 2 && { q }) } });
  const create = <Button onClick={() => setCreating(true)}>{messages.people.createWorker}</Button>;
  const none = q ? (
    <EmptyState title={messages.people.none}>{messages.people.noneText}</EmptyState>
  ) : (
    <EmptyState title={messages.people.noWorkers} action={create}>
      {messages.people.noWorkersText}
    </EmptyState>
  );
  return (
    <Page title={messages.people.workers} lead={messages.people.workersText} actions={create}>
      <Unconfirmed />
      <div className="toolbar">
        <SearchField text={text} hint={messages.people.searchHint} onText={setText} />
      </div>
      <UserList users={users} growing={growing} confirmable={nobody} none={none} />
      {isCreating && <CreateUserDialog of="worker" onClose={() => setCreating(false)} />}
    </Page>
  );
}

const nobody: ReadonlySet<string> = new Set();

/** The workers that the client created and has not confirmed yet; other clients' are theirs to confirm. */
function Unconfirmed() {
  const messages = useMessages();
  const growing = useListPaging();
  const { limit, offset } = growing;
  const waiting = useApiListQuery('GET /ext/unconfirmed', { query: { limit, offset } });
  if (waiting.isPending || waiting.data?.total === 0) return null;
  return (
    <section aria-labelledby="unconfirmed" className="stack">
      <h2 id="unconfirmed">{messages.people.yoursToConfirm}</h2>
      <UserList users={waiting} growing={growing} none={null} />
      <h2>{messages.people.allWorkers}</h2>
    </section>
  );
}
