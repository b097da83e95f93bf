import { DaysFilter } from '../../features/filters/days-filter.tsx';
import { dayOfFilter } from '../../features/filters/filter-day.ts';
import { useMessages } from '../../i18n/locale.ts';
import { type AnyPreset, comingPresets, type DateRange, datePresets, daysOf, presetAmong } from './date-presets.ts';
import { useTicketListTexts } from './texts/texts.ts';
import type { Filters } from './url-filters.ts';

interface Props extends DateRange {
  label: string;
  filters: Filters;
  onChange: (part: Filters) => void;
}

/** Filters tickets by days; a view of another time zone has instants. */
export function DateFilterButton({ label, from, to, filters, onChange }: Props) {
  const messages = useMessages();
  const texts = useTicketListTexts();
  const now = new Date();
  const values: readonly AnyPreset[] = from === 'appointment_from' ? comingPresets : datePresets;
  const labels = {
    date_from: messages.list,
    closed_from: { from: texts.closedFrom, to: texts.closedTo },
    appointment_from: { from: texts.appointmentFrom, to: texts.appointmentTo },
  }[from];
  return (
    <DaysFilter<AnyPreset>
      label={label}
      labels={labels}
      from={dayOfFilter(filters[from], false)}
      to={dayOfFilter(filters[to], true)}
      onFrom={(day) => onChange({ [from]: day })}
      onTo={(day) => onChange({ [to]: day })}
      presets={{
        values,
        labels: texts.datePresets,
        selected: presetAmong(values, filters[from], filters[to], now),
        onSelect: (name) => {
          const [first, last] = daysOf(name, now);
          onChange({ [from]: first, [to]: last });
        },
      }}
    />
  );
}
