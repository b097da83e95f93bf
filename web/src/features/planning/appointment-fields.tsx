import { Group, Text, Textarea, TextInput } from '@mantine/core';
import { formatDay, timeZone } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/locale.ts';
import { localDate } from '../../lib/calendar-date.ts';
import { type AppointmentValues, beginsInPast, endsNextDay, instantsOf } from './appointment-values.ts';
import { useFieldTexts } from './field-texts/texts.ts';

const maxLength = 2_000;

interface Props {
  values: AppointmentValues;
  onChange: (values: AppointmentValues) => void;
}

/** The fields of an appointment: day, from, to and a note. */
export function AppointmentFields({ values, onChange }: Props) {
  const texts = useFieldTexts();
  return (
    <>
      <TimeFields values={values} onChange={onChange} />
      <Textarea
        label={texts.note}
        description={texts.noteHint}
        value={values.note}
        onChange={({ currentTarget }) => onChange({ ...values, note: currentTarget.value })}
        maxLength={maxLength}
        rows={2}
      />
    </>
  );
}

/** The fields of a time: day, from and to. An end that is not after the beginning is on the next day. */
export function TimeFields({ values, onChange }: Props) {
  const messages = useMessages();
  const texts = useFieldTexts();
  const now = new Date();
  const { date, from, to } = values;
  const set = (part: Partial<AppointmentValues>): void => onChange({ ...values, ...part });
  const { to: end } = instantsOf(values);
  const isNextDay = endsNextDay(values) && !Number.isNaN(end.getTime());
  return (
    <>
      <Group gap="xs" align="flex-start">
        <TextInput
          type="date"
          label={texts.date}
          value={date}
          min={localDate(now)}
          onChange={({ currentTarget }) => set({ date: currentTarget.value })}
          error={beginsInPast(values, now) && texts.inPast}
          required
        />
        <TextInput
          type="time"
          label={texts.from}
          value={from}
          onChange={({ currentTarget }) => set({ from: currentTarget.value })}
          required
        />
        <TextInput
          type="time"
          label={texts.to}
          value={to}
          onChange={({ currentTarget }) => set({ to: currentTarget.value })}
          required
        />
      </Group>
      <Text size="sm" c="dimmed">
        {isNextDay && `${texts.nextDay(formatDay(end))} `}
        {messages.app.timeZone(timeZone())}
      </Text>
    </>
  );
}
