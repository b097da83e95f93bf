import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isStatus } from '../../api/errors.ts';
import type { Project } from '../../api/operations.ts';
import { useRead, useSend } from '../../api/queries.ts';
import { notify } from '../../parts/notices.ts';
import { Page } from '../../parts/page.tsx';
import { Rows } from '../../parts/rows.tsx';
import { Problem } from '../../parts/states.tsx';
import { useMe } from '../../session/store.ts';
import { useWords } from '../../words/index.ts';
import { NotFound } from '../not-found.tsx';
import { DeleteProject } from './delete-project.tsx';
import { Members } from './members.tsx';
import { Objects } from './objects.tsx';
import { RenameDialog } from './rename-dialog.tsx';

export function ProjectPage() {
  const words = useWords();
  const id = Number(useParams({ from: '/inside/projects/$id' }).id);
  const project = useRead('GET /projects/{id}', { params: { id } });
  if (isStatus(project.error, 400, 403, 404)) return <NotFound />;
  if (!project.data) {
    return (
      <Page title={words.project.title}>
        {project.isError ? <Problem error={project.error} retry={() => void project.refetch()} /> : <Rows />}
      </Page>
    );
  }
  return <Content project={project.data} />;
}

function Content({ project }: { project: Project }) {
  const words = useWords();
  const me = useMe();
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const params = { id: project.id };
  const change = useSend('PATCH /projects/{id}', { changes: ['GET /projects', 'GET /ext/projects', 'GET /projects/{id}'] });
  function toggle(): void {
    const is_active = !project.is_active;
    change.mutate(
      { params, body: { is_active } },
      {
        onSuccess: () =>
          notify({
            text: is_active ? words.project.on(project.name) : words.project.off(project.name),
            undo: () => change.mutate({ params, body: { is_active: !is_active } }),
          }),
      },
    );
  }
  const lead = (
    <>
      {me.role === 'admin' && <p>{project.client_name}</p>}
      {!project.is_active && <p className="tag warn">{words.project.offNote}</p>}
      <p className="meta small">
        <Link to="/tickets" search={{ project_id: String(project.id) }}>
          {words.project.tickets}
        </Link>
        <Link to="/rules" search={{ project_id: String(project.id) }}>
          {words.project.rules}
        </Link>
      </p>
    </>
  );
  const actions = (
    <>
      <Button variant="default" onClick={() => setDialog('rename')}>
        {words.app.edit}
      </Button>
      <Button variant="default" loading={change.isPending} onClick={toggle}>
        {project.is_active ? words.app.switchOff : words.app.switchOn}
      </Button>
      {me.role === 'admin' && (
        <Button variant="default" className="danger" onClick={() => setDialog('delete')}>
          {words.app.delete}
        </Button>
      )}
    </>
  );
  return (
    <Page title={project.name} lead={lead} actions={actions}>
      <Objects project={project} />
      <Members project={project} />
      {dialog === 'rename' && <RenameDialog project={project} onClose={() => setDialog(undefined)} />}
      {dialog === 'delete' && <DeleteProject project={project} onClose={() => setDialog(undefined)} />}
    </Page>
  );
}
