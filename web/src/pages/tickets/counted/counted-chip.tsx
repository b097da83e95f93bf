import { Text } from '@mantine/core';
import { daysText } from '../../../features/filters/filter-day.ts';
import { RemoveFilterButton } from '../../../features/filters/remove-filter-button.tsx';
import { formatHour, weekdayName } from '../../../i18n/dates.ts';
import type { Filters } from '../url-filters.ts';
import { useCountedTexts } from './texts/texts.ts';

interface Props {
  filters: Filters;
  onRemove: (text: string) => void;
}

/** The filters of a number of the page Numbers; they are removed together. */
export function CountedChip({ filters, onRemove }: Props) {
  const texts = useCountedTexts();
  const { counted, counted_from, counted_to, counted_worker_id, created_weekday, created_hour } = filters;
  const parts = [
    counted && texts.kinds[counted as keyof typeof texts.kinds],
    (counted_from || counted_to) && daysText(counted_from, counted_to),
    created_weekday && weekdayName(Number(created_weekday) % 7),
    created_hour && formatHour(Number(created_hour)),
    counted_worker_id && texts.ofWorker,
  ];
  const text = `${texts.label}: ${parts.filter(Boolean).join(', ')}`;
  return (
    <>
      <RemoveFilterButton text={text} onRemove={onRemove} />
      <Text size="sm" c="dimmed" maw={480}>
        {texts.note}
      </Text>
    </>
  );
}
