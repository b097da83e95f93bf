import { TextInput } from '@mantine/core';
import { formatDateTime, nextRunDates, timeZone, toLocalInput } from '../i18n/dates.ts';
import { useMessages } from '../i18n/locale.ts';

export interface Schedule {
  /** local, as the input has it */
  anchor: string;
  period: string;
}

const dayLength = 86_400_000;

/** Tomorrow at eight. */
export function defaultSchedule(): Schedule {
  const tomorrow = new Date(Date.now() + dayLength);
  tomorrow.setHours(8, 0, 0, 0);
  return { anchor: toLocalInput(tomorrow), period: '7' };
}

export function isValidSchedule({ anchor, period }: Schedule): boolean {
  const days = Number(period);
  return !Number.isNaN(Date.parse(anchor)) && Number.isInteger(days) && days >= 1 && days <= 3650;
}

interface Props {
  schedule: Schedule;
  onChange: (schedule: Schedule) => void;
}

/** When a rule runs, with the dates that follow from it. */
export function ScheduleFields({ schedule, onChange }: Props) {
  const messages = useMessages();
  return (
    <div className="schedule form">
      <TextInput
        type="datetime-local"
        label={messages.rule.anchor}
        description={messages.app.zone(timeZone())}
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

export function NextRunDates({ anchor, period, from }: { anchor: string; period: number; from: Date }) {
  const messages = useMessages();
  return (
    <div>
      <p className="legend">{messages.rule.preview}</p>
      <ol className="small numbers dates">
        {nextRunDates(anchor, period, from, 4).map((date) => (
          <li key={date.getTime()}>{formatDateTime(date.toISOString())}</li>
        ))}
      </ol>
      <p className="muted small">{messages.rule.previewText}</p>
    </div>
  );
}
