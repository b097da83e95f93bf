import { Button, Text } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation, useApiQuery, useFormMutation } from '../../api/queries.ts';
import type { Equipment } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { showToast } from '../../lib/toasts.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadedPage } from '../../ui/loaded-page.tsx';
import { Meta } from '../../ui/meta.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { Tag } from '../../ui/tag.tsx';
import { PortalDialog } from '../reports/portal/lazy.ts';
import { useReportTexts } from '../reports/texts/texts.ts';
import { BuildingLink } from './building-link.tsx';
import { DocumentSection } from './document-section.tsx';
import { EquipmentDialog, equipmentReads } from './equipment-dialog.tsx';
import { EquipmentFacts } from './equipment-facts.tsx';
import { usePlaceTexts } from './texts/texts.ts';
import { TicketSection } from './ticket-section.tsx';

/** One piece of equipment: what is known of it, its documents, and the tickets about it. Workers of the project have it, too. */
export function EquipmentPage() {
  const texts = usePlaceTexts().equipment;
  const id = Number(useParams({ from: '/signed-in/equipment/$id' }).id);
  const equipment = useApiQuery('GET /ext/equipment/{id}', { params: { id } });
  return (
    <LoadedPage title={texts.one} query={equipment}>
      {/* What was typed and opened for one must not stay for the next one. */}
      {(data) => <Content key={id} equipment={data} />}
    </LoadedPage>
  );
}

function Content({ equipment }: { equipment: Equipment }) {
  const messages = useMessages();
  const texts = usePlaceTexts();
  const { role } = useCurrentUser();
  const { id, name, kind, object_id, object_name, location, is_active } = equipment;
  const lead = (
    <Meta size="md">
      {kind && <span>{kind}</span>}
      <span>
        <BuildingLink id={object_id} name={object_name} />
        {location && ` · ${location}`}
      </span>
      {!is_active && <Tag isWarning>{messages.app.disabled}</Tag>}
    </Meta>
  );
  return (
    <PageLayout title={name} lead={lead} actions={role !== 'worker' && <Actions equipment={equipment} />}>
      <div className="ticket">
        <div className="ticket-main">
          <TicketSection
            title={texts.equipment.history}
            none={texts.equipment.noHistory}
            search={{ equipment_id: String(id), sort: 'created_at' }}
          />
          <DocumentSection kind="equipment" id={id} />
        </div>
        <div className="ticket-side">
          <EquipmentFacts equipment={equipment} />
        </div>
      </div>
    </PageLayout>
  );
}

function Actions({ equipment }: { equipment: Equipment }) {
  const messages = useMessages();
  const texts = usePlaceTexts().equipment;
  const { portal } = useReportTexts();
  const { role } = useCurrentUser();
  const { id, name, object_id, is_active } = equipment;
  const params = { id };
  const [dialog, setDialog] = useState<'edit' | 'portal' | 'delete'>();
  const close = (): void => setDialog(undefined);
  const change = useApiMutation('PATCH /ext/equipment/{id}', { invalidates: equipmentReads });
  function toggle(): void {
    const undo = (): void => change.mutate({ params, body: { is_active } });
    const text = is_active ? texts.off(isolateName(name)) : texts.on(isolateName(name));
    change.mutate({ params, body: { is_active: !is_active } }, { onSuccess: () => showToast({ text, undo }) });
  }
  return (
    <>
      {role === 'client' && is_active && (
        <LinkButton to="/tickets/new" search={{ object: String(object_id), equipment: String(id) }}>
          {messages.project.newTicket}
        </LinkButton>
      )}
      <Button variant="default" onClick={() => setDialog('edit')}>
        {messages.app.edit}
      </Button>
      <Button variant="default" onClick={() => setDialog('portal')}>
        {portal.button}
      </Button>
      <Button variant="default" loading={change.isPending} onClick={toggle}>
        {is_active ? messages.app.disable : messages.app.enable}
      </Button>
      <Button variant="subtle" color="red" onClick={() => setDialog('delete')}>
        {messages.app.delete}
      </Button>
      {dialog === 'edit' && <EquipmentDialog objectId={object_id} equipment={equipment} onClose={close} />}
      {dialog === 'portal' && <PortalDialog kind="equipment" id={id} name={name} isActive={is_active} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog equipment={equipment} onClose={close} />}
    </>
  );
}

function DeleteDialog({ equipment, onClose }: { equipment: Equipment; onClose: () => void }) {
  const messages = useMessages();
  const texts = usePlaceTexts();
  const navigate = useNavigate();
  const remove = useFormMutation('DELETE /ext/equipment/{id}', {
    invalidates: ['GET /ext/objects/{id}', 'GET /ext/objects/{id}/equipment', 'GET /ext/documents'],
    onSuccess: () => {
      showToast({ text: texts.equipment.deleted });
      void navigate({ to: '/buildings/$id', params: { id: String(equipment.object_id) }, replace: true });
    },
  });
  return (
    <Dialog title={texts.equipment.deleteTitle} onClose={onClose}>
      <Form
        submit={messages.app.delete}
        onSubmit={() => remove.mutate({ params: { id: equipment.id } })}
        onCancel={onClose}
        mutation={remove}
        isDangerous
      >
        <Text>{equipment.name}</Text>
        <Text c="dimmed">{texts.equipment.deleteText}</Text>
      </Form>
    </Dialog>
  );
}
