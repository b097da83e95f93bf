import { TextInput } from '@mantine/core';
import { exact, gridDates, toLocalInput, zone } from '../words/dates.ts';
import { useWords } from '../words/index.ts';

export interface Schedule {
  /** local, as the input has it */
  anchor: string;
  period: string;
}

const dayLength = 86_400_000;

/** Tomorrow at eight. */
export function firstSchedule(): Schedule {
  const tomorrow = new Date(Date.now() + dayLength);
  tomorrow.setHours(8, 0, 0, 0);
  return { anchor: toLocalInput(tomorrow), period: '7' };
}

export function isSchedule({ anchor, period }: Schedule): boolean {
  const days = Number(period);
  return !Number.isNaN(Date.parse(anchor)) && Number.isInteger(days) && days >= 1 && days <= 3650;
}

interface Props {
  schedule: Schedule;
  onChange: (schedule: Schedule) => void;
}

/** When a rule runs, with the dates that follow from it. */
export function ScheduleFields({ schedule, onChange }: Props) {
  const words = useWords();
  return (
    <div className="schedule form">
      <TextInput
        type="datetime-local"
        label={words.rule.anchor}
        description={words.app.zone(zone())}
        value={schedule.anchor}
        onChange={(event) => onChange({ ...schedule, anchor: event.currentTarget.value })}
        required
      />
      <TextInput
        type="number"
        inputMode="numeric"
        min={1}
        max={3650}
        label={words.rule.period}
        description={words.rule.periodHint}
        value={schedule.period}
        onChange={(event) => onChange({ ...schedule, period: event.currentTarget.value })}
        required
      />
      {isSchedule(schedule) && <NextDates anchor={schedule.anchor} period={Number(schedule.period)} from={new Date()} />}
    </div>
  );
}

export function NextDates({ anchor, period, from }: { anchor: string; period: number; from: Date }) {
  const words = useWords();
  return (
    <div>
      <p className="legend">{words.rule.preview}</p>
      <ol className="small numbers dates">
        {gridDates(anchor, period, from, 4).map((date) => (
          <li key={date.getTime()}>{exact(date.toISOString())}</li>
        ))}
      </ol>
      <p className="muted small">{words.rule.previewText}</p>
    </div>
  );
}
