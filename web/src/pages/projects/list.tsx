import { Button, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useListQuery, useSend } from '../../api/queries.ts';
import { useDebounced } from '../../parts/debounced.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form-kit.tsx';
import { notify } from '../../parts/notices.ts';
import { Page } from '../../parts/page.tsx';
import { Rows } from '../../parts/rows.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { ShowMore, useGrowing } from '../../parts/show-more.tsx';
import { Empty, Problem } from '../../parts/states.tsx';
import { type PickedUser, UserPicker } from '../../parts/user-picker.tsx';
import { useDraft } from '../../session/draft.ts';
import { useMe } from '../../session/store.ts';
import { useWords } from '../../words/index.ts';
import { RoleGate } from '../role-gate.tsx';

export function ProjectsPage() {
  return (
    <RoleGate roles={['client', 'admin']}>
      <Projects />
    </RoleGate>
  );
}

function Projects() {
  const words = useWords();
  const me = useMe();
  const [isCreating, setCreating] = useState(false);
  const [text, setText] = useState('');
  const q = useDebounced(text.trim());
  const growing = useGrowing(q);
  const { limit, offset } = growing;
  const projects = useListQuery('GET /ext/projects', { query: { q, limit, offset } });
  const isEmpty = projects.data?.total === 0 && q === '' && !projects.isPlaceholderData;
  const create = <Button onClick={() => setCreating(true)}>{words.project.create}</Button>;
  return (
    <Page title={words.project.title} actions={isEmpty ? undefined : create}>
      {!isEmpty && (
        <div className="bar">
          <SearchField text={text} onText={setText} />
        </div>
      )}
      {projects.isPending && <Rows />}
      {projects.isError && !projects.data && <Problem error={projects.error} retry={() => void projects.refetch()} />}
      {projects.data?.total === 0 && q !== '' && <p className="muted">{words.app.nothingFound}</p>}
      {isEmpty && (
        <Empty title={words.project.none} action={create}>
          {words.project.noneText}
        </Empty>
      )}
      <ul className="lines">
        {projects.data?.items.map((project) => (
          <li key={project.id}>
            <div className="grow">
              <Link to="/projects/$id" params={{ id: String(project.id) }}>
                {project.name}
              </Link>
              {me.role === 'admin' && <p className="muted small">{project.client_name}</p>}
            </div>
            {!project.is_active && <span className="tag">{words.app.switchedOff}</span>}
          </li>
        ))}
      </ul>
      <ShowMore growing={growing} page={projects.data} />
      {isCreating && <CreateProject onClose={() => setCreating(false)} />}
    </Page>
  );
}

function CreateProject({ onClose }: { onClose: () => void }) {
  const words = useWords();
  const me = useMe();
  const navigate = useNavigate();
  const [name, setName, clear] = useDraft('new-project', '');
  const [owner, setOwner] = useState<PickedUser>();
  const create = useSend('POST /projects', {
    changes: ['GET /projects', 'GET /ext/projects'],
    quiet: true,
    onDone: ({ id }) => {
      clear();
      notify({ text: words.project.created });
      void navigate({ to: '/projects/$id', params: { id: String(id) } });
    },
  });
  const isReady = name.trim().length >= 2 && (me.role === 'client' || owner !== undefined);
  return (
    <Dialog title={words.project.create} onClose={onClose}>
      <Form
        submit={words.project.create}
        onSubmit={() => create.mutate({ body: { name: name.trim(), ...(owner && { client_id: owner.id }) } })}
        onCancel={onClose}
        isBusy={create.isPending}
        isReady={isReady}
        error={create.error}
      >
        <TextInput
          label={words.project.name}
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {me.role === 'admin' && <UserPicker of="client" label={words.project.owner} picked={owner} onPick={setOwner} />}
      </Form>
    </Dialog>
  );
}
