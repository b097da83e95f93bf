import { Blockquote, Text } from '@mantine/core';
import type { TicketAppointment, TicketHold } from '../../../contract/schemas.ts';
import { formatShortPeriod } from '../../../features/planning/period-text.ts';
import { IsolatedName } from '../../../ui/isolated-name.tsx';
import { RelativeTime, ShortTime } from '../../../ui/time.tsx';
import { useTicketPlanningTexts } from './texts/texts.ts';

/** That a ticket was put on hold, why, and how that ended. */
export function HoldEntry({ hold }: { hold: TicketHold }) {
  const { hold: texts } = useTicketPlanningTexts();
  const { by_name, reason, note, since, until, ended_at, end_reason } = hold;
  return (
    <>
      <Line name={by_name} text={texts.action} at={since} />
      <Blockquote color="gray" mt={4} px="sm" py={6}>
        <b>{texts.reasons[reason]}</b>
        {note && <p>{note}</p>}
        {until && !ended_at && (
          <Text size="sm" c="dimmed">
            {texts.endsAt} <ShortTime at={until} />
          </Text>
        )}
        {ended_at && <End text={texts.ends[end_reason ?? 'until']} at={ended_at} />}
      </Blockquote>
    </>
  );
}

/** That an appointment was set, what was answered, and what became of it. */
export function AppointmentEntry({ appointment }: { appointment: TicketAppointment }) {
  const { appointment: texts } = useTicketPlanningTexts();
  const { set_by_name, set_at, from, to, note, answer, answer_note, ended_at, end_reason } = appointment;
  const ends = { replaced: texts.replaced, canceled: texts.canceledAt, ticket_canceled: texts.ticketCanceled };
  return (
    <>
      {/* What the reporter has chosen was set by no account. */}
      <Line name={set_by_name || texts.reporter} text={set_by_name ? texts.action : texts.reporterAction} at={set_at} />
      <Blockquote color="gray" mt={4} px="sm" py={6}>
        <Text component={ended_at ? 'del' : 'b'}>{formatShortPeriod(from, to)}</Text>
        {note && <p>{note}</p>}
        {answer && <p>{texts.answers[answer]}</p>}
        {answer_note && <p>{answer_note}</p>}
        {ended_at && <End text={ends[end_reason ?? 'replaced']} at={ended_at} />}
      </Blockquote>
    </>
  );
}

function Line({ name, text, at }: { name: string; text: string; at: string }) {
  return (
    <p>
      <IsolatedName name={name} /> {text}{' '}
      <Text span size="sm" c="dimmed">
        <RelativeTime at={at} />
      </Text>
    </p>
  );
}

function End({ text, at }: { text: string; at: string }) {
  return (
    <Text size="sm" c="dimmed">
      {text}, <ShortTime at={at} />
    </Text>
  );
}
