import { Stack, Text } from '@mantine/core';
import { timeZone } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/locale.ts';
import { DateFilter } from '../../ui/date-filter.tsx';
import { type AnyPreset, comingPresets, type DateRange, datePresets, daysOf, presetAmong } from './date-presets.ts';
import { FilterButton, ValueOptions } from './filter-button.tsx';
import { dayOfFilter } from './filter-day.ts';
import { useTicketListTexts } from './texts/texts.ts';
import type { Filters } from './url-filters.ts';

interface Props extends DateRange {
  label: string;
  filters: Filters;
  onChange: (part: Filters) => void;
}

/** Filters by days in the time zone of the device. */
export function DateFilterButton({ label, from, to, filters, onChange }: Props) {
  const messages = useMessages();
  const texts = useTicketListTexts();
  const now = new Date();
  const presets: readonly AnyPreset[] = from === 'appointment_from' ? comingPresets : datePresets;
  const preset = presetAmong(presets, filters[from], filters[to], now);
  const labels = {
    date_from: messages.list,
    closed_from: { from: texts.closedFrom, to: texts.closedTo },
    appointment_from: { from: texts.appointmentFrom, to: texts.appointmentTo },
  }[from];
  return (
    <FilterButton label={label}>
      {(close) => (
        <Stack gap="xs">
          <ValueOptions
            values={presets}
            labels={texts.datePresets}
            selected={preset ? [preset] : []}
            onSelect={(name) => {
              const [first, last] = daysOf(name, now);
              onChange({ [from]: first, [to]: last });
              close();
            }}
          />
          <DateFilter
            label={labels.from}
            date={dayOfFilter(filters[from], false)}
            onChange={(day) => onChange({ [from]: day })}
          />
          <DateFilter label={labels.to} date={dayOfFilter(filters[to], true)} onChange={(day) => onChange({ [to]: day })} />
          <Text size="sm" c="dimmed">
            {texts.localDays(timeZone())}
          </Text>
        </Stack>
      )}
    </FilterButton>
  );
}
