import { VisuallyHidden } from '@mantine/core';
import { IconAlarm, IconCircleCheck, IconClock, IconHourglass } from '@tabler/icons-react';
import type { Status } from '../../contract/enums.ts';
import { formatDateTime, formatShort, formatShortWithZone } from '../../i18n/dates.ts';
import { Icon } from '../../ui/icon.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useNow } from '../../ui/time.tsx';
import { useTicketExtras } from '../ticket-extras/use-ticket-extras.ts';
import { formatDuration } from './durations.ts';
import { type ShownDeadline, shownDeadline } from './shown-deadline.ts';
import { useDeadlineTexts } from './texts/texts.ts';

interface Props {
  id: number;
  status: Status;
  /** shows only the time of a deadline, where there is no room for more; screen readers read all of it */
  isShort?: boolean;
}

/** By when a ticket has to be taken or finished, or how late it is. Nothing without targets. */
export function DeadlineTag({ id, status, isShort = false }: Props) {
  const deadline = useTicketExtras(id).data?.deadline;
  const now = useNow();
  const shown = deadline ? shownDeadline(deadline, status, now) : undefined;
  return shown ? <ShownTag shown={shown} now={now} isShort={isShort} /> : null;
}

function ShownTag({ shown, now, isShort }: { shown: ShownDeadline; now: number; isShort: boolean }) {
  const texts = useDeadlineTexts();
  const { kind, by } = shown;
  const time = isShort ? formatShort(by) : formatShortWithZone(by);
  const text = {
    take: () => texts.takeBy(time),
    finish: () => texts.finishBy(time),
    late: () => texts.late(formatDuration(now - Date.parse(by))),
    'done late': () => texts.missed,
    met: () => texts.met,
    missed: () => texts.missed,
  }[kind]();
  const isLate = kind === 'late' || kind === 'done late' || kind === 'missed';
  const isRunning = kind === 'take' || kind === 'finish';
  const isSoon = 'isSoon' in shown && shown.isSoon;
  const icon = isLate ? IconAlarm : kind === 'met' ? IconCircleCheck : isSoon ? IconHourglass : IconClock;
  return (
    <span title={isShort ? `${text} (${formatDateTime(by)})` : `${texts.due}: ${formatDateTime(by)}`}>
      <Tag color={isLate ? 'red' : 'gray'} isWarning={isSoon} icon={<Icon icon={icon} size={14} />}>
        {isShort && isRunning ? (
          <>
            <span aria-hidden="true">{formatShort(by)}</span>
            <VisuallyHidden>{text}</VisuallyHidden>
          </>
        ) : (
          text
        )}
      </Tag>
    </span>
  );
}
