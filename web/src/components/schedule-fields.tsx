import { TextInput } from '@mantine/core';
import { formatDateTime, nextRunDates, timeZone, toLocalInput } from '../i18n/dates.ts';
import { useMessages } from '../i18n/locale.ts';

export interface Schedule {
  /** local time, the value of an `<input type="datetime-local">` */
  anchor: string;
  /** days, as typed */
  period: string;
}

const dayMs = 86_400_000;

/** Every week, from tomorrow 8:00 on. */
export function defaultSchedule(): Schedule {
  const tomorrow = new Date(Date.now() + dayMs);
  tomorrow.setHours(8, 0, 0, 0);
  return { anchor: toLocalInput(tomorrow), period: '7' };
}

/** Whether the service accepts the date and the period. */
export function isValidSchedule({ anchor, period }: Schedule): boolean {
  const days = Number(period);
  return !Number.isNaN(Date.parse(anchor)) && Number.isInteger(days) && days >= 1 && days <= 3650;
}

interface Props {
  schedule: Schedule;
  onChange: (schedule: Schedule) => void;
}

/** The fields for the schedule of a rule, with its next dates. */
export function ScheduleFields({ schedule, onChange }: Props) {
  const messages = useMessages();
  return (
    <div className="schedule form">
      <TextInput
        type="datetime-local"
        label={messages.rule.anchor}
        description={messages.app.timeZone(timeZone())}
        value={schedule.anchor}
        onChange={(event) => onChange({ ...schedule, anchor: event.currentTarget.value })}
        required
      />
      <TextInput
        type="number"
        inputMode="numeric"
        min={1}
        max={3650}
        label={messages.rule.period}
        description={messages.rule.periodHint}
        value={schedule.period}
        onChange={(event) => onChange({ ...schedule, period: event.currentTarget.value })}
        required
      />
      {isValidSchedule(schedule) && <NextRunDates anchor={schedule.anchor} period={Number(schedule.period)} from={new Date()} />}
    </div>
  );
}

/**
 * The next four dates of a schedule.
 * @param period days
 * @param from the first moment that counts
 */
export function NextRunDates({ anchor, period, from }: { anchor: string; period: number; from: Date }) {
  const messages = useMessages();
  return (
    <div>
      <p className="legend">{messages.rule.nextDates}</p>
      <ol className="small numbers dates">
        {nextRunDates(anchor, period, from, 4).map((date) => (
          <li key={date.getTime()}>{formatDateTime(date.toISOString())}</li>
        ))}
      </ol>
      <p className="muted small">{messages.rule.nextDatesText}</p>
    </div>
  );
}
