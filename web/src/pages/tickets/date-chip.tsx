import { Stack, Text } from '@mantine/core';
import { DateFilter } from '../../components/date-filter.tsx';
import { formatDay, timeZone } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/locale.ts';
import { startOfLocalDay } from '../../lib/calendar-date.ts';
import { datePresets, daysOf } from './date-presets.ts';
import { ChipOptions, FilterChip } from './filter-chip.tsx';
import type { Filters } from './url-filters.ts';

interface Props {
  filters: Filters;
  onChange: (part: Filters) => void;
}

/** Filters by the day of creation, in the time zone of the device. */
export function DateChip({ filters: { date_from, date_to }, onChange }: Props) {
  const messages = useMessages();
  const now = new Date();
  const preset = datePresets.find((name) => {
    const days = daysOf(name, now);
    return days.date_from === date_from && days.date_to === date_to;
  });
  const nameOf = (date: string | undefined): string => (date ? formatDay(startOfLocalDay(date)) : '…');
  const range = date_from || date_to ? `${nameOf(date_from)} – ${nameOf(date_to)}` : undefined;
  return (
    <FilterChip
      label={messages.list.date}
      value={preset ? messages.list.datePresets[preset] : range}
      onClear={() => onChange({ date_from: '', date_to: '' })}
    >
      {(close) => (
        <Stack gap="xs">
          <ChipOptions
            values={datePresets}
            labels={messages.list.datePresets}
            selected={preset}
            onSelect={(name) => {
              onChange({ ...daysOf(name, now) });
              close();
            }}
          />
          <DateFilter label={messages.list.from} date={date_from} onChange={(from) => onChange({ date_from: from })} />
          <DateFilter label={messages.list.to} date={date_to} onChange={(to) => onChange({ date_to: to })} />
          <Text size="sm" c="dimmed">
            {messages.list.localDays(timeZone())}
          </Text>
        </Stack>
      )}
    </FilterChip>
  );
}
