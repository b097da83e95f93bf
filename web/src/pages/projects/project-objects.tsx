import { Button, Group, Title } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useState } from 'react';
import { useApiListQuery } from '../../api/queries.ts';
import type { Building, Project } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { mayWrite } from '../../session/acting.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { ListRow, ListRows, RowActions, RowButton, RowLink } from '../../ui/list-rows.tsx';
import { SectionHead } from '../../ui/panel.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { Tag } from '../../ui/tag.tsx';
import { LabelsDialog, PortalDialog } from '../reports/portal/lazy.ts';
import { useReportTexts } from '../reports/texts/texts.ts';
import { ObjectDialog } from './object-dialog.tsx';
import { ObjectNotesDialog } from './object-notes-dialog.tsx';
import { useProjectTexts } from './texts/texts.ts';
import { useObjectSwitch } from './use-object-switch.ts';

/** The objects of a project. */
export function ProjectObjects({ project }: { project: Project }) {
  const messages = useMessages();
  const texts = useProjectTexts();
  const { labels } = useReportTexts();
  const [edited, setEdited] = useState<Building | 'new'>();
  const [printsLabels, setPrintsLabels] = useState(false);
  const paging = useListPaging();
  const { limit, offset } = paging;
  const objects = useApiListQuery('GET /projects/{id}/objects', { params: { id: project.id }, query: { limit, offset } });
  const add = mayWrite && (
    <Group gap="xs">
      <Button variant="default" disabled={!project.is_active} onClick={() => setEdited('new')}>
        {messages.project.addObject}
      </Button>
      {project.is_active && (
        <LinkButton variant="subtle" to="/import/objects">
          {messages.people.import}
        </LinkButton>
      )}
    </Group>
  );
  return (
    <section aria-labelledby="objects">
      <SectionHead>
        <Title order={2} id="objects">
          {messages.project.objects}
        </Title>
        {mayWrite && objects.data && objects.data.total > 0 && (
          <Group gap="xs">
            {add}
            <Button variant="subtle" onClick={() => setPrintsLabels(true)}>
              {labels.button}
            </Button>
          </Group>
        )}
      </SectionHead>
      <QueryState query={objects} height={56} />
      {objects.data?.total === 0 && (
        <EmptyState icon={IconBuilding} title={texts.noObjects} action={add}>
          {texts.noObjectsText}
        </EmptyState>
      )}
      <ListRows>
        {objects.data?.items.map((object) => (
          <ObjectRow key={object.id} object={object} project={project} onEdit={() => setEdited(object)} />
        ))}
      </ListRows>
      <ShowMore paging={paging} page={objects.data} />
      {printsLabels && <LabelsDialog project={project} onClose={() => setPrintsLabels(false)} />}
      {edited && (
        <ObjectDialog project={project} object={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </section>
  );
}

function ObjectRow({ object, project, onEdit }: { object: Building; project: Project; onEdit: () => void }) {
  const messages = useMessages();
  const me = useCurrentUser();
  const { portal } = useReportTexts();
  const [showsNotes, setShowsNotes] = useState(false);
  const [showsPortal, setShowsPortal] = useState(false);
  const { toggle } = useObjectSwitch(object);
  return (
    <ListRow
      name={
        <RowLink to="/buildings/$id" params={{ id: String(object.id) }}>
          {object.name}
        </RowLink>
      }
      details={object.address}
    >
      {!object.is_active && <Tag>{messages.app.disabled}</Tag>}
      <RowActions>
        {me.role === 'client' && object.is_active && project.is_active && (
          <LinkButton to="/tickets/new" search={{ object: String(object.id) }} variant="subtle">
            {messages.project.newTicket}
          </LinkButton>
        )}
        <RowButton text={messages.app.edit} of={object.name} onClick={onEdit} />
        <RowButton text={messages.ticket.objectNotes} of={object.name} onClick={() => setShowsNotes(true)} />
        <RowButton text={portal.button} of={object.name} onClick={() => setShowsPortal(true)} />
        <RowButton text={object.is_active ? messages.app.disable : messages.app.enable} of={object.name} onClick={toggle} />
      </RowActions>
      {showsNotes && <ObjectNotesDialog object={object} onClose={() => setShowsNotes(false)} />}
      {showsPortal && (
        <PortalDialog
          kind="objects"
          id={object.id}
          name={object.name}
          isActive={object.is_active && project.is_active}
          onClose={() => setShowsPortal(false)}
        />
      )}
    </ListRow>
  );
}
