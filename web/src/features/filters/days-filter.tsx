import { Stack, Text } from '@mantine/core';
import { timeZone } from '../../i18n/dates.ts';
import { DateFilter } from './date-filter.tsx';
import { FilterButton, ValueOptions } from './filter-button.tsx';
import { useFilterTexts } from './texts/texts.ts';

interface Props<Preset extends string> {
  label: string;
  /** of the fields of the first and the last day */
  labels: { from: string; to: string };
  from: string | undefined;
  to: string | undefined;
  onFrom: (day: string) => void;
  onTo: (day: string) => void;
  /** days with a name, of which one may be set */
  presets?: {
    values: readonly Preset[];
    labels: Record<Preset, string>;
    selected: Preset | undefined;
    onSelect: (preset: Preset) => void;
  };
}

/** Filters by days in the time zone of the device. */
export function DaysFilter<Preset extends string = never>({ label, labels, from, to, onFrom, onTo, presets }: Props<Preset>) {
  const texts = useFilterTexts();
  return (
    <FilterButton label={label}>
      {(close) => (
        <Stack gap="xs">
          {presets && (
            <ValueOptions
              values={presets.values}
              labels={presets.labels}
              selected={presets.selected ? [presets.selected] : []}
              onSelect={(preset) => {
                presets.onSelect(preset);
                close();
              }}
            />
          )}
          <DateFilter label={labels.from} date={from} onChange={onFrom} />
          <DateFilter label={labels.to} date={to} onChange={onTo} />
          <Text size="sm" c="dimmed">
            {texts.localDays(timeZone())}
          </Text>
        </Stack>
      )}
    </FilterButton>
  );
}
