import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import type { Project } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { showToast } from '../../lib/toasts.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { LoadedPage } from '../../ui/loaded-page.tsx';
import { Meta } from '../../ui/meta.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useActivityTexts } from '../activity/texts/texts.ts';
import { ProjectCosts } from './costs/project-costs.tsx';
import { DeleteProjectDialog } from './delete-project-dialog.tsx';
import { ProjectMembers } from './project-members.tsx';
import { ProjectObjects } from './project-objects.tsx';
import { RenameProjectDialog } from './rename-project-dialog.tsx';
import { ProjectTargets } from './targets/project-targets.tsx';

/** One project with its objects and workers. */
export function ProjectPage() {
  const messages = useMessages();
  const id = Number(useParams({ from: '/signed-in/projects/$id' }).id);
  const project = useApiQuery('GET /projects/{id}', { params: { id } });
  return (
    <LoadedPage title={messages.project.title} query={project}>
      {(data) => <Content project={data} />}
    </LoadedPage>
  );
}

function Content({ project }: { project: Project }) {
  const messages = useMessages();
  const activity = useActivityTexts();
  const me = useCurrentUser();
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const params = { id: project.id };
  const change = useApiMutation('PATCH /projects/{id}', {
    invalidates: ['GET /projects', 'GET /ext/projects', 'GET /projects/{id}'],
  });
  function toggle(): void {
    const is_active = !project.is_active;
    const name = isolateName(project.name);
    change.mutate(
      { params, body: { is_active } },
      {
        onSuccess: () =>
          showToast({
            text: is_active ? messages.project.on(name) : messages.project.off(name),
            undo: () => change.mutate({ params, body: { is_active: !is_active } }),
          }),
      },
    );
  }
  const lead = (
    <>
      {me.role === 'admin' && <p>{project.client_name}</p>}
      {!project.is_active && <Tag isWarning>{messages.project.offNote}</Tag>}
      <Meta>
        <Link to="/tickets" search={{ project_id: String(project.id) }}>
          {messages.project.tickets}
        </Link>
        <Link to="/buildings" search={{ project_id: String(project.id) }}>
          {messages.nav.buildings}
        </Link>
        <Link to="/rules" search={{ project_id: String(project.id) }}>
          {messages.project.rules}
        </Link>
        <Link to="/activity" search={{ project_id: String(project.id) }}>
          {activity.title}
        </Link>
      </Meta>
    </>
  );
  const actions = (
    <>
      <Button variant="default" onClick={() => setDialog('rename')}>
        {messages.app.edit}
      </Button>
      <Button variant="default" loading={change.isPending} onClick={toggle}>
        {project.is_active ? messages.app.disable : messages.app.enable}
      </Button>
      {me.role === 'admin' && (
        <Button variant="subtle" color="red" onClick={() => setDialog('delete')}>
          {messages.app.delete}
        </Button>
      )}
    </>
  );
  return (
    <PageLayout title={project.name} lead={lead} actions={actions}>
      <ProjectObjects project={project} />
      <ProjectMembers project={project} />
      <ProjectTargets project={project} />
      <ProjectCosts project={project} />
      {dialog === 'rename' && <RenameProjectDialog project={project} onClose={() => setDialog(undefined)} />}
      {dialog === 'delete' && <DeleteProjectDialog project={project} onClose={() => setDialog(undefined)} />}
    </PageLayout>
  );
}
