import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiListQuery, useApiMutation } from '../../api/queries.ts';
import { Dialog } from '../../components/dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Form } from '../../components/form.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { PageLayout } from '../../components/page-layout.tsx';
import { RequireRole } from '../../components/require-role.tsx';
import { SearchField, searchDelayMs } from '../../components/search-field.tsx';
import { ShowMore, useListPaging } from '../../components/show-more.tsx';
import { type SelectedUser, UserPicker } from '../../components/user-picker.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { useDraft } from '../../session/use-draft.ts';

/** The projects that the user can see. */
export function ProjectsPage() {
  return (
    <RequireRole roles={['client', 'admin']}>
      <Projects />
    </RequireRole>
  );
}

function Projects() {
  const messages = useMessages();
  const me = useCurrentUser();
  const [isCreating, setCreating] = useState(false);
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), searchDelayMs);
  const paging = useListPaging(q);
  const { limit, offset } = paging;
  const projects = useApiListQuery('GET /ext/projects', { query: { q, limit, offset } });
  const isEmpty = projects.data?.total === 0 && q === '' && !projects.isPlaceholderData;
  const create = <Button onClick={() => setCreating(true)}>{messages.project.create}</Button>;
  return (
    <PageLayout title={messages.project.title} actions={isEmpty ? undefined : create}>
      {!isEmpty && (
        <div className="toolbar">
          <SearchField text={text} onText={setText} />
        </div>
      )}
      {projects.isPending && <ListSkeleton />}
      {projects.isError && !projects.data && <ErrorState error={projects.error} retry={() => void projects.refetch()} />}
      {projects.data?.total === 0 && q !== '' && <p className="muted">{messages.app.nothingFound}</p>}
      {isEmpty && (
        <EmptyState title={messages.project.none} action={create}>
          {messages.project.noneText}
        </EmptyState>
      )}
      <ul className="list-rows">
        {projects.data?.items.map((project) => (
          <li key={project.id}>
            <div className="grow">
              <Link to="/projects/$id" params={{ id: String(project.id) }}>
                {project.name}
              </Link>
              {me.role === 'admin' && <p className="muted small">{project.client_name}</p>}
            </div>
            {!project.is_active && <span className="tag">{messages.app.disabled}</span>}
          </li>
        ))}
      </ul>
      <ShowMore paging={paging} page={projects.data} />
      {isCreating && <CreateProject onClose={() => setCreating(false)} />}
    </PageLayout>
  );
}

function CreateProject({ onClose }: { onClose: () => void }) {
  const messages = useMessages();
  const me = useCurrentUser();
  const navigate = useNavigate();
  const [name, setName, clear] = useDraft('new-project', '');
  const [owner, setOwner] = useState<SelectedUser>();
  const create = useApiMutation('POST /projects', {
    invalidates: ['GET /projects', 'GET /ext/projects'],
    showErrorToast: false,
    onSuccess: ({ id }) => {
      clear();
      showToast({ text: messages.project.created });
      void navigate({ to: '/projects/$id', params: { id: String(id) } });
    },
  });
  const isReady = name.trim().length >= 2 && (me.role === 'client' || owner !== undefined);
  return (
    <Dialog title={messages.project.create} onClose={onClose}>
      <Form
        submit={messages.app.create}
        onSubmit={() => create.mutate({ body: { name: name.trim(), ...(owner && { client_id: owner.id }) } })}
        onCancel={onClose}
        isBusy={create.isPending}
        isReady={isReady}
        error={create.error}
      >
        <TextInput
          label={messages.project.name}
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {me.role === 'admin' && (
          <UserPicker userRole="client" label={messages.project.owner} selected={owner} onSelect={setOwner} />
        )}
      </Form>
    </Dialog>
  );
}
