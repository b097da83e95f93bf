import { Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery, useFormMutation } from '../../../api/queries.ts';
import type { Ticket } from '../../../contract/schemas.ts';
import { canSchedule } from '../../../features/planning/can-plan.ts';
import { formatPeriod } from '../../../features/planning/period-text.ts';
import { useTicketExtras } from '../../../features/ticket-extras/use-ticket-extras.ts';
import { useIsOnline } from '../../../http/connectivity.ts';
import { isolateName } from '../../../lib/bidirectional-controls.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useCurrentUser } from '../../../session/session-store.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { AppointmentDialog, appointmentReads } from './appointment-dialog.tsx';
import { OfferedTimes } from './lazy.ts';
import { useTicketPlanningTexts } from './texts/texts.ts';

/** When somebody comes, with buttons that set, change and cancel it. It needs a connection: others are told at once. */
export function AppointmentPanel({ ticket }: { ticket: Ticket }) {
  const { notOffline, appointment: texts } = useTicketPlanningTexts();
  const me = useCurrentUser();
  const isOnline = useIsOnline();
  const { data } = useTicketExtras(ticket.id);
  const contacts = useApiQuery('GET /ext/tickets/{id}/contacts', { params: { id: ticket.id } }).data;
  const [dialog, setDialog] = useState<'set' | 'cancel'>();
  const appointment = data?.appointment ?? undefined;
  const maySet = canSchedule(me, ticket);
  if (!data || !(appointment || maySet)) return null;
  const close = (): void => setDialog(undefined);
  return (
    <Panel aria-labelledby="appointment">
      <Title order={2} size="h3" id="appointment">
        {texts.title}
      </Title>
      {appointment ? (
        <div>
          <Text fw={600}>{formatPeriod(appointment.from, appointment.to)}</Text>
          {appointment.note && <Text className="description">{appointment.note}</Text>}
          {appointment.answer && (
            <Text c={appointment.answer === 'declined' ? 'var(--danger)' : undefined}>{texts.answers[appointment.answer]}</Text>
          )}
          {appointment.set_by_name && (
            <Text size="sm" c="dimmed">
              {texts.setBy(isolateName(appointment.set_by_name))}
            </Text>
          )}
        </div>
      ) : (
        <Text c="dimmed">{texts.none}</Text>
      )}
      {maySet && (
        <Group gap="xs">
          <Button variant="default" disabled={!isOnline} onClick={() => setDialog('set')}>
            {appointment ? texts.change : texts.set}
          </Button>
          {appointment && (
            <Button variant="subtle" disabled={!isOnline} onClick={() => setDialog('cancel')}>
              {texts.cancel}
            </Button>
          )}
        </Group>
      )}
      {maySet && contacts?.reporter && <OfferedTimes id={ticket.id} />}
      {maySet && !isOnline && (
        <Text size="sm" c="dimmed">
          {notOffline}
        </Text>
      )}
      {dialog === 'set' && <AppointmentDialog ticket={ticket} appointment={appointment} onClose={close} />}
      {dialog === 'cancel' && <CancelDialog id={ticket.id} onClose={close} />}
    </Panel>
  );
}

function CancelDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { appointment: texts } = useTicketPlanningTexts();
  const cancel = useFormMutation('DELETE /ext/tickets/{id}/appointment', {
    invalidates: appointmentReads,
    onSuccess: () => {
      showToast({ text: texts.canceled });
      onClose();
    },
  });
  return (
    <Dialog title={texts.cancelTitle} onClose={onClose}>
      <Form submit={texts.cancel} onSubmit={() => cancel.mutate({ params: { id } })} mutation={cancel} isDangerous>
        <Text c="dimmed">{texts.cancelText}</Text>
      </Form>
    </Dialog>
  );
}
