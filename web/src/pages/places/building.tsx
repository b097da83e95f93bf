import { Anchor, Button, VisuallyHidden } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import type { ObjectSummary } from '../../contract/schemas.ts';
import { forRoles } from '../../features/for-roles.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadedPage } from '../../ui/loaded-page.tsx';
import { mapUrl } from '../../ui/map-url.ts';
import { Meta } from '../../ui/meta.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useActivityTexts } from '../activity/texts/texts.ts';
import { ObjectDialog } from '../projects/object-dialog.tsx';
import { useObjectSwitch } from '../projects/use-object-switch.ts';
import { PortalDialog } from '../reports/portal/lazy.ts';
import { useReportTexts } from '../reports/texts/texts.ts';
import { AccessNotes } from './access-notes.tsx';
import { AnnouncementSection } from './announcement-section.tsx';
import { BuildingFacts } from './building-facts.tsx';
import { BuildingRules } from './building-rules.tsx';
import { CountTiles } from './count-tiles.tsx';
import { DocumentSection } from './document-section.tsx';
import { EquipmentSection } from './equipment-section.tsx';
import { usePlaceTexts } from './texts/texts.ts';
import { TicketSection } from './ticket-section.tsx';

/** One building: what there is to do in it, and what is known of it. */
export const BuildingPage = forRoles(['client', 'admin'], Building);

function Building() {
  const texts = usePlaceTexts();
  const id = Number(useParams({ from: '/signed-in/buildings/$id' }).id);
  const summary = useApiQuery('GET /ext/objects/{id}', { params: { id } });
  return (
    <LoadedPage title={texts.buildings.columns.name} query={summary}>
      {/* What was typed and opened for one building must not stay for the next one. */}
      {(data) => <Content key={id} summary={data} />}
    </LoadedPage>
  );
}

function Content({ summary }: { summary: ObjectSummary }) {
  const messages = useMessages();
  const texts = usePlaceTexts();
  const { portal } = useReportTexts();
  const activity = useActivityTexts();
  const me = useCurrentUser();
  const { object } = summary;
  const { id, name, address } = object;
  const [dialog, setDialog] = useState<'edit' | 'portal'>();
  const close = (): void => setDialog(undefined);
  const { toggle, isChanging } = useObjectSwitch(object);
  const project = useApiQuery('GET /projects/{id}', { params: { id: object.project_id } }).data;
  const isActive = object.is_active && project?.is_active !== false;
  const lead = (
    <Meta size="md">
      <span>{address}</span>
      <Anchor href={mapUrl(address)} target="_blank" rel="noreferrer" inherit underline="always" py={4}>
        {texts.building.map}
        <VisuallyHidden>: {address}</VisuallyHidden>
      </Anchor>
      <Link to="/activity" search={{ object_id: String(id) }}>
        {activity.title}
      </Link>
      {!object.is_active && <Tag isWarning>{messages.app.disabled}</Tag>}
    </Meta>
  );
  const actions = (
    <>
      {me.role === 'client' && isActive && (
        <LinkButton to="/tickets/new" search={{ object: String(id) }}>
          {messages.project.newTicket}
        </LinkButton>
      )}
      <Button variant="default" onClick={() => setDialog('edit')}>
        {messages.app.edit}
      </Button>
      <Button variant="default" onClick={() => setDialog('portal')}>
        {portal.button}
      </Button>
      <Button variant="default" loading={isChanging} onClick={toggle}>
        {object.is_active ? messages.app.disable : messages.app.enable}
      </Button>
    </>
  );
  const object_id = String(id);
  return (
    <PageLayout title={name} lead={lead} actions={actions}>
      <CountTiles summary={summary} />
      <div className="ticket">
        <div className="ticket-main">
          <TicketSection
            title={texts.building.openTitle}
            none={texts.building.noneOpen}
            search={{ object_id, status: 'open', sort: 'due' }}
          />
          <AnnouncementSection objectId={id} />
          <EquipmentSection object={object} />
          <DocumentSection kind="objects" id={id} />
          <TicketSection
            title={texts.building.pastTitle}
            none={texts.building.nonePast}
            search={{ object_id, status: 'closed', sort: 'updated_at' }}
          />
        </div>
        <div className="ticket-side">
          <AccessNotes object={object} />
          <BuildingFacts summary={summary} project={project} />
          <BuildingRules objectId={id} />
        </div>
      </div>
      {dialog === 'edit' && <ObjectDialog project={{ id: object.project_id }} object={object} onClose={close} />}
      {dialog === 'portal' && <PortalDialog kind="objects" id={id} name={name} isActive={isActive} onClose={close} />}
    </PageLayout>
  );
}
