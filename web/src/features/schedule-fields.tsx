import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatDateTime, nextRunDates, timeZone, toLocalInput, weekdayName } from '../i18n/dates.ts';
import { useMessages } from '../i18n/locale.ts';

export interface Schedule {
  /** local time, the value of an `<input type="datetime-local">` */
  anchor: string;
  /** days; empty or no number while it is typed */
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

export type PeriodUnit = 'days' | 'weeks' | 'months';

const daysOf: Record<PeriodUnit, number> = { days: 1, weeks: 7, months: 30 };
const units = Object.keys(daysOf) as PeriodUnit[];
/** Monday first; the numbers of `Date.getDay`. */
const weekdays = [1, 2, 3, 4, 5, 6, 0];

/** The largest unit in which a period is a whole number; weeks before months, which have 30 days here. */
export function unitOf(period: string): PeriodUnit {
  const days = Number(period);
  if (!Number.isInteger(days) || days < 1) return 'weeks';
  return (['weeks', 'months'] as const).find((unit) => days % daysOf[unit] === 0) ?? 'days';
}

/**
 * Moves the first date to another day of the week, not to an earlier date.
 * @param anchor as in `Schedule`
 */
export function onWeekday(anchor: string, weekday: number): string {
  const date = new Date(anchor);
  date.setDate(date.getDate() + ((weekday - date.getDay() + 7) % 7));
  return toLocalInput(date);
}

interface Props {
  schedule: Schedule;
  onChange: (schedule: Schedule) => void;
}

/** The fields for the schedule of a rule, with its next dates. */
export function ScheduleFields({ schedule, onChange }: Props) {
  const messages = useMessages();
  const { anchor, period } = schedule;
  const [unit, setUnit] = useState(() => unitOf(period));
  const count = period === '' ? '' : String(Number(period) / daysOf[unit]);
  const [date = '', time = ''] = anchor.split('T');
  const weekday = new Date(anchor).getDay();
  const toPeriod = (typed: string, of: PeriodUnit): string => (typed === '' ? '' : String(Number(typed) * daysOf[of]));
  function changeUnit(next: PeriodUnit): void {
    setUnit(next);
    onChange({ anchor, period: toPeriod(count, next) });
  }
  return (
    <Stack>
      <Group gap="xs" align="flex-end">
        <TextInput
          type="number"
          inputMode="numeric"
          min={1}
          max={Math.floor(3650 / daysOf[unit])}
          label={messages.rule.period}
          value={count}
          onChange={(event) => onChange({ anchor, period: toPeriod(event.currentTarget.value, unit) })}
          required
        />
        <NativeSelect
          label={messages.rule.unit}
          value={unit}
          onChange={(event) => changeUnit(event.currentTarget.value as PeriodUnit)}
          data={units.map((value) => ({ value, label: messages.rule.units(value, Number(count)) }))}
        />
        {unit === 'weeks' && !Number.isNaN(weekday) && (
          <NativeSelect
            label={messages.rule.weekday}
            value={weekday}
            onChange={(event) => onChange({ period, anchor: onWeekday(anchor, Number(event.currentTarget.value)) })}
            data={weekdays.map((day) => ({ value: String(day), label: weekdayName(day) }))}
          />
        )}
        <TextInput
          type="time"
          label={messages.rule.time}
          value={time}
          onChange={(event) => onChange({ period, anchor: `${date}T${event.currentTarget.value}` })}
          required
        />
        <TextInput
          type="date"
          label={messages.rule.anchor}
          value={date}
          onChange={(event) => onChange({ period, anchor: `${event.currentTarget.value}T${time}` })}
          required
        />
      </Group>
      <Text size="sm" c="dimmed">
        {unit === 'months' && isValidSchedule(schedule) && `${messages.rule.monthHint(Number(period))} `}
        {messages.app.timeZone(timeZone())} {messages.rule.periodHint}
      </Text>
      {isValidSchedule(schedule) && <NextRunDates anchor={anchor} period={Number(period)} from={new Date()} />}
    </Stack>
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
      <Text fw={500}>{messages.rule.nextDates}</Text>
      <Text component="ol" size="sm" py={6} className="numbers dates">
        {nextRunDates(anchor, period, from, 4).map((date) => (
          <li key={date.getTime()}>{formatDateTime(date.toISOString())}</li>
        ))}
      </Text>
      <Text size="sm" c="dimmed">
        {messages.rule.nextDatesText}
      </Text>
    </div>
  );
}
