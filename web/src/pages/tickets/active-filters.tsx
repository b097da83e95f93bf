import { Box, Button, Group, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Category, Priority, Status } from '../../contract/enums.ts';
import { useMessages } from '../../i18n/locale.ts';
import { CountedChip } from './counted/lazy.ts';
import { type AnyPreset, comingPresets, type DateRange, datePresets, presetAmong } from './date-presets.ts';
import { chipLook } from './filter-button.tsx';
import { filterDayText } from './filter-day.ts';
import { RemoveFilterButton } from './remove-filter-button.tsx';
import type { TicketListTexts } from './texts/en.ts';
import { useTicketListTexts } from './texts/texts.ts';
import {
  clearedFilters,
  type Filters,
  flagFilters,
  hasFilters,
  isCounted,
  type MultiFilter,
  multiFilters,
  notCounted,
  statusOf,
  tabOf,
  toggled,
  valuesOf,
} from './url-filters.ts';
import { type IdFilter, isIdFilter, useValueName } from './value-names.ts';
import { SaveViewButton } from './views/lazy.ts';

interface Props {
  filters: Filters;
  onChange: (part: Filters) => void;
}

/** One value of a filter, and the filters without it. */
interface ActiveFilter {
  key: string;
  filter: MultiFilter | 'status' | 'q' | 'flag' | 'days' | 'counted';
  value: string;
  rest: Filters;
}

/** The values that are set, each as a button that removes it, and one that removes all. */
export function ActiveFilters({ filters, onChange }: Props) {
  const texts = useTicketListTexts();
  const [removed, setRemoved] = useState('');
  const active = activeFilters(filters);
  const { list, focusAfterRemoval } = useFocusAfterRemoval(active.length);
  return (
    <>
      <VisuallyHidden role="status">{removed && texts.filterRemoved(removed)}</VisuallyHidden>
      {hasFilters(filters) && (
        <Group component="ul" gap="xs" ref={list} className="chips" aria-label={texts.activeFilters}>
          {active.map((one, index) => (
            <Box component="li" key={one.key} miw={0} maw="100%">
              <Chip
                active={one}
                filters={filters}
                onRemove={(text) => {
                  focusAfterRemoval(index);
                  setRemoved(text);
                  onChange(one.rest);
                }}
              />
            </Box>
          ))}
          <li>
            <Button {...chipLook} variant="subtle" onClick={() => onChange(clearedFilters(filters))}>
              {texts.clearAll}
            </Button>
          </li>
          <li>
            <SaveViewButton filters={filters} />
          </li>
        </Group>
      )}
    </>
  );
}

/** The chip after the removed one gets the focus, or the one before it; without any, the filters. */
function useFocusAfterRemoval(count: number) {
  const list = useRef<HTMLDivElement>(null);
  const removedAt = useRef<number>(undefined);
  useEffect(() => {
    const at = removedAt.current;
    removedAt.current = undefined;
    if (at === undefined) return;
    const chips = [...(list.current?.querySelectorAll('button') ?? [])];
    const next = chips[Math.min(at, count - 1)] ?? document.querySelector<HTMLElement>('fieldset.chips [aria-expanded]');
    next?.focus({ preventScroll: true });
  }, [count]);
  return {
    list,
    focusAfterRemoval: (index: number): void => {
      removedAt.current = index;
    },
  };
}

/** How many values of filters are set. */
export const countFilters = (filters: Filters): number => activeFilters(filters).length;

function activeFilters(filters: Filters): ActiveFilter[] {
  const { chosen } = tabOf(filters);
  return [
    ...(isCounted(filters) ? [{ key: 'counted', filter: 'counted' as const, value: '', rest: notCounted }] : []),
    ...(filters.q ? [{ key: 'q', filter: 'q' as const, value: filters.q, rest: { q: '' } }] : []),
    ...chosen.map((value) => ({
      ...{ key: `status ${value}`, filter: 'status' as const, value },
      rest: { status: statusOf(toggled(chosen, value), filters) },
    })),
    ...multiFilters.flatMap((filter) => {
      const values = valuesOf(filters, filter);
      return values.map((value) => ({
        key: `${filter} ${value}`,
        filter,
        value,
        rest: { [filter]: toggled(values, value).join(',') },
      }));
    }),
    ...flagFilters
      .filter((name) => filters[name])
      .map((name) => ({ key: name, filter: 'flag' as const, value: name, rest: { [name]: '' } })),
    ...ranges
      .filter(({ from, to }) => filters[from] || filters[to])
      .map(({ from, to }) => ({ key: from, filter: 'days' as const, value: from, rest: { [from]: '', [to]: '' } })),
  ];
}

const ranges: DateRange[] = [
  { from: 'date_from', to: 'date_to' },
  { from: 'closed_from', to: 'closed_to' },
  { from: 'appointment_from', to: 'appointment_to' },
];

interface ChipProps {
  active: ActiveFilter;
  filters: Filters;
  onRemove: (text: string) => void;
}

function Chip({ active, filters, onRemove }: ChipProps) {
  const { filter, value } = active;
  const messages = useMessages();
  const texts = useTicketListTexts();
  if (isIdFilter(filter)) return <IdChip filter={filter} id={value} onRemove={onRemove} />;
  if (filter === 'counted') return <CountedChip filters={filters} onRemove={onRemove} />;
  const text = {
    q: () => `${texts.text}: ${value}`,
    status: () => `${messages.list.status}: ${messages.labels.status[value as Status]}`,
    category: () => `${messages.list.category}: ${messages.labels.category[value as Category]}`,
    priority: () => `${messages.list.priority}: ${messages.labels.priority[value as Priority]}`,
    tag: () => `${texts.tag}: ${value}`,
    flag: () => texts.flags[value as keyof typeof texts.flags],
    days: () => daysText(value, filters, texts),
  }[filter]();
  return <RemoveFilterButton text={text} onRemove={() => onRemove(text)} />;
}

function IdChip({ filter, id, onRemove }: { filter: IdFilter; id: string } & Pick<ChipProps, 'onRemove'>) {
  const { list } = useMessages();
  const { equipment } = useTicketListTexts();
  const labels: Record<IdFilter, string> = {
    ...{ project_id: list.project, object_id: list.object, equipment_id: equipment },
    ...{ worker_id: list.worker, client_id: list.client },
  };
  const text = `${labels[filter]}: ${useValueName(filter, id)}`;
  return <RemoveFilterButton text={text} onRemove={() => onRemove(text)} />;
}

/** What the days are of, with the name of a preset, or the first and the last day. */
function daysText(name: string, filters: Filters, texts: TicketListTexts): string {
  const labels = { date_from: texts.createdDate, closed_from: texts.closedDate, appointment_from: texts.appointment };
  const { from, to } = ranges.find((range) => range.from === name) ?? { from: 'date_from', to: 'date_to' };
  const presets = from === 'appointment_from' ? comingPresets : datePresets;
  const preset = presetAmong<AnyPreset>(presets, filters[from], filters[to], new Date());
  const days = preset ? texts.datePresets[preset] : `${filterDayText(filters[from])} – ${filterDayText(filters[to])}`;
  return `${labels[from]}: ${days}`;
}
