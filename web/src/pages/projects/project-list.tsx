import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBuildingCommunity, IconSearchOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiListQuery } from '../../api/queries.ts';
import { FilterRow } from '../../features/filters/filter-row.tsx';
import { forRoles } from '../../features/for-roles.tsx';
import { SectionTabs } from '../../features/section-tabs.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { mayWrite } from '../../session/acting.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { ListRow, ListRows, RowLink } from '../../ui/list-rows.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { Tag } from '../../ui/tag.tsx';
import { searchDelayMs } from '../../ui/use-url-search.ts';
import { CreateProjectDialog } from './create-project-dialog.tsx';

/** The projects that the user can see. */
export const ProjectsPage = forRoles(['client', 'admin'], Projects);

function Projects() {
  const messages = useMessages();
  const me = useCurrentUser();
  const navigate = useNavigate();
  const [isCreating, setCreating] = useState(false);
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), searchDelayMs);
  const paging = useListPaging(q);
  const { limit, offset } = paging;
  const projects = useApiListQuery('GET /ext/projects', { query: { q, limit, offset } });
  const isEmpty = projects.data?.total === 0 && q === '' && !projects.isPlaceholderData;
  const create = mayWrite && <Button onClick={() => setCreating(true)}>{messages.project.create}</Button>;
  const actions = (
    <>
      {create}
      <LinkButton variant="default" to="/import/objects">
        {messages.project.importObjects}
      </LinkButton>
    </>
  );
  return (
    <PageLayout title={messages.project.title} actions={isEmpty ? undefined : actions}>
      <SectionTabs section="projects" current="/projects" />
      {!isEmpty && <FilterRow search={{ text, onText: setText }} />}
      <QueryState query={projects} />
      {projects.data?.total === 0 && q !== '' && <EmptyState icon={IconSearchOff} title={messages.app.nothingFound} />}
      {isEmpty && (
        <EmptyState icon={IconBuildingCommunity} title={messages.project.none} action={create}>
          {messages.project.noneText}
        </EmptyState>
      )}
      <ListRows>
        {projects.data?.items.map((project) => (
          <ListRow
            key={project.id}
            name={
              <RowLink to="/projects/$id" params={{ id: String(project.id) }}>
                {project.name}
              </RowLink>
            }
            details={me.role === 'admin' && project.client_name}
          >
            {!project.is_active && <Tag>{messages.app.disabled}</Tag>}
          </ListRow>
        ))}
      </ListRows>
      <ShowMore paging={paging} page={projects.data} />
      {isCreating && (
        <CreateProjectDialog
          onClose={() => setCreating(false)}
          onCreated={({ id }) => void navigate({ to: '/projects/$id', params: { id: String(id) } })}
        />
      )}
    </PageLayout>
  );
}
