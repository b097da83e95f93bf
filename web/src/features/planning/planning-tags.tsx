import { VisuallyHidden } from '@mantine/core';
import { IconCalendarEvent, IconCalendarX, IconPlayerPause } from '@tabler/icons-react';
import type { Status } from '../../contract/enums.ts';
import type { Appointment, Hold } from '../../contract/schemas.ts';
import { formatDateTime } from '../../i18n/dates.ts';
import { Icon } from '../../ui/icon.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useNow } from '../../ui/time.tsx';
import { useTicketExtras } from '../ticket-extras/use-ticket-extras.ts';
import { holdStatuses, isOver, plannedStatuses } from './can-plan.ts';
import { formatBriefPeriod, formatPeriod, formatShortPeriod } from './period-text.ts';
import { usePlanningTexts } from './texts/texts.ts';

interface Props {
  id: number;
  status: Status;
  /** in few characters, where there is no room for more */
  isShort?: boolean;
}

/** Whether a ticket is on hold, and when somebody comes. */
export function PlanningTags({ id, status, isShort = false }: Props) {
  const { data } = useTicketExtras(id);
  const now = useNow();
  const hold = data?.hold && holdStatuses.includes(status) && !isOver(data.hold, now) ? data.hold : undefined;
  const appointment = data?.appointment && plannedStatuses.includes(status) ? data.appointment : undefined;
  return (
    <>
      {hold && <HoldTag hold={hold} isShort={isShort} />}
      {appointment && <AppointmentTag appointment={appointment} now={now} isShort={isShort} />}
    </>
  );
}

function HoldTag({ hold: { reason, note, until }, isShort }: { hold: Hold; isShort: boolean }) {
  const texts = usePlanningTexts();
  const facts = [texts.onHold, texts.reasons[reason], note, until && texts.until(formatDateTime(until))];
  return (
    <span title={facts.filter(Boolean).join(' · ')}>
      <Tag isWarning icon={<Icon icon={IconPlayerPause} size={14} />}>
        {isShort ? texts.onHold : `${texts.onHold}: ${texts.reasons[reason]}`}
      </Tag>
    </span>
  );
}

interface AppointmentProps {
  appointment: Appointment;
  now: number;
  isShort: boolean;
}

function AppointmentTag({ appointment: { from, to, note, answer }, now, isShort }: AppointmentProps) {
  const texts = usePlanningTexts();
  const isMissed = Date.parse(to) < now;
  const name = isMissed ? texts.appointmentWas : texts.appointment;
  const facts = [name, formatPeriod(from, to), note, answer && texts.answers[answer]].filter(Boolean).join(' · ');
  const isDeclined = answer === 'declined';
  const icon = <Icon icon={isDeclined ? IconCalendarX : IconCalendarEvent} size={14} />;
  return (
    <span title={facts}>
      <Tag color={isDeclined ? 'red' : 'gray'} isWarning={isMissed} icon={icon}>
        {isShort ? (
          <>
            <span aria-hidden="true" style={{ whiteSpace: 'nowrap' }}>
              {formatBriefPeriod(from, to, now)}
            </span>
            <VisuallyHidden>{facts}</VisuallyHidden>
          </>
        ) : (
          `${name} ${formatShortPeriod(from, to)}${isDeclined ? ` · ${texts.declined}` : ''}`
        )}
      </Tag>
    </span>
  );
}
