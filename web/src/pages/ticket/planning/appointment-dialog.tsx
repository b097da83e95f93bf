import { Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { QueryName } from '../../../api/client.ts';
import { useFormMutation } from '../../../api/queries.ts';
import type { Appointment, AppointmentAnswered, Ticket } from '../../../contract/schemas.ts';
import { AppointmentFields } from '../../../features/planning/appointment-fields.tsx';
import {
  type AppointmentValues,
  defaultAppointment,
  isValidAppointment,
  periodOf,
  valuesOfAppointment,
} from '../../../features/planning/appointment-values.ts';
import { formatShortPeriod } from '../../../features/planning/period-text.ts';
import { useMessages } from '../../../i18n/locale.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useEditDraft } from '../../../session/use-draft.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { useTicketPlanningTexts } from './texts/texts.ts';

/** The reads that an appointment changes. */
export const appointmentReads: QueryName[] = [
  ...(['GET /ext/tickets', 'GET /ext/tickets/{id}', 'GET /ext/tickets/{id}/appointments', 'GET /ext/planner'] as const),
];

interface Props {
  ticket: Ticket;
  appointment: Appointment | undefined;
  onClose: () => void;
}

type Conflicts = AppointmentAnswered['conflicts'];

/** Sets the appointment of a ticket, and tells what else the worker has at that time. */
export function AppointmentDialog({ ticket: { id }, appointment, onClose }: Props) {
  const { appointment: texts } = useTicketPlanningTexts();
  const [initial] = useState(() => (appointment ? valuesOfAppointment(appointment) : defaultAppointment(new Date())));
  const [draft, setDraft, clear] = useEditDraft<AppointmentValues>(`appointment:${id}`, initial);
  const [conflicts, setConflicts] = useState<Conflicts>([]);
  const save = useFormMutation('PUT /ext/tickets/{id}/appointment', {
    invalidates: appointmentReads,
    onSuccess: (answer) => {
      clear();
      setConflicts(answer.conflicts);
      if (answer.conflicts.length > 0) return;
      showToast({ text: texts.saved });
      onClose();
    },
  });
  if (conflicts.length > 0) return <ConflictDialog conflicts={conflicts} onClose={onClose} />;
  return (
    <Dialog title={appointment ? texts.change : texts.set} onClose={onClose}>
      <Form
        submit={texts.submit}
        onSubmit={() => save.mutate({ params: { id }, body: periodOf(draft) })}
        onCancel={onClose}
        mutation={save}
        isReady={isValidAppointment(draft, new Date())}
      >
        <Text c="dimmed">{texts.dialogText}</Text>
        <AppointmentFields values={draft} onChange={setDraft} />
      </Form>
    </Dialog>
  );
}

/** The appointment is set; an overlap refuses nothing. */
function ConflictDialog({ conflicts, onClose }: { conflicts: Conflicts; onClose: () => void }) {
  const messages = useMessages();
  const { appointment: texts } = useTicketPlanningTexts();
  return (
    <Dialog title={texts.conflictsTitle} onClose={onClose}>
      <Stack mt="xs" gap="xs">
        <Text role="alert">{texts.conflicts(conflicts.length)}</Text>
        <Stack component="ul" gap={4}>
          {conflicts.map((one) => (
            <li key={`${one.from} ${'ticket_id' in one ? one.ticket_id : one.to}`}>
              {formatShortPeriod(one.from, one.to)} ·{' '}
              {'ticket_id' in one ? (
                <Link to="/tickets/$id" params={{ id: String(one.ticket_id) }} className="tap-target" onClick={onClose}>
                  {texts.request(one.ticket_id)}
                </Link>
              ) : (
                texts.busy
              )}
            </li>
          ))}
        </Stack>
        <div>
          <Button mih="var(--min-target-size)" onClick={onClose}>
            {messages.app.close}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}
