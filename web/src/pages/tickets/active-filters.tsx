import type { Category, Priority, Status } from '../../contract/enums.ts';
import { daysText } from '../../features/filters/filter-day.ts';
import type { ActiveFilter } from '../../features/filters/filter-row.tsx';
import { NameChip } from '../../features/filters/name-chip.tsx';
import { type IdFilter, isIdFilter } from '../../features/filters/value-names.ts';
import { useMessages } from '../../i18n/locale.ts';
import { CountedChip } from './counted/lazy.ts';
import { type AnyPreset, comingPresets, type DateRange, datePresets, presetAmong } from './date-presets.ts';
import type { TicketListTexts } from './texts/en.ts';
import { useTicketListTexts } from './texts/texts.ts';
import {
  type Filters,
  flagFilters,
  isCounted,
  type MultiFilter,
  multiFilters,
  notCounted,
  statusOf,
  tabOf,
  toggled,
  valuesOf,
} from './url-filters.ts';

/** The values of the list's filters that are set. */
export function useActiveFilters(filters: Filters, onChange: (part: Filters) => void): ActiveFilter[] {
  const { list, labels } = useMessages();
  const texts = useTicketListTexts();
  const { chosen } = tabOf(filters);
  const one = (key: string, chip: ActiveFilter['chip'], rest: Filters): ActiveFilter => ({
    ...{ key, chip, remove: () => onChange(rest) },
  });
  const idLabels: Record<IdFilter, string> = {
    ...{ project_id: list.project, object_id: list.object, equipment_id: texts.equipment },
    ...{ worker_id: list.worker, client_id: list.client },
  };
  function chipOf(filter: MultiFilter, value: string): ActiveFilter['chip'] {
    if (isIdFilter(filter)) {
      return (remove) => <NameChip label={idLabels[filter]} filter={filter} id={value} onRemove={remove} />;
    }
    if (filter === 'tag') return `${texts.tag}: ${value}`;
    return filter === 'category'
      ? `${list.category}: ${labels.category[value as Category]}`
      : `${list.priority}: ${labels.priority[value as Priority]}`;
  }
  return [
    ...(isCounted(filters) ? [one('counted', (remove) => <CountedChip filters={filters} onRemove={remove} />, notCounted)] : []),
    ...(filters.q ? [one('q', `${texts.text}: ${filters.q}`, { q: '' })] : []),
    ...chosen.map((value) =>
      one(`status ${value}`, `${list.status}: ${labels.status[value as Status]}`, {
        status: statusOf(toggled(chosen, value), filters),
      }),
    ),
    ...multiFilters.flatMap((filter) => {
      const values = valuesOf(filters, filter);
      return values.map((value) =>
        one(`${filter} ${value}`, chipOf(filter, value), { [filter]: toggled(values, value).join(',') }),
      );
    }),
    ...flagFilters.filter((name) => filters[name]).map((name) => one(name, texts.flags[name], { [name]: '' })),
    ...ranges
      .filter(({ from, to }) => filters[from] || filters[to])
      .map((range) => one(range.from, rangeText(range, filters, texts), { [range.from]: '', [range.to]: '' })),
  ];
}

const ranges: DateRange[] = [
  { from: 'date_from', to: 'date_to' },
  { from: 'closed_from', to: 'closed_to' },
  { from: 'appointment_from', to: 'appointment_to' },
];

/** What the days are of, with the name of a preset, or the first and the last day. */
function rangeText({ from, to }: DateRange, filters: Filters, texts: TicketListTexts): string {
  const labels = { date_from: texts.createdDate, closed_from: texts.closedDate, appointment_from: texts.appointment };
  const presets = from === 'appointment_from' ? comingPresets : datePresets;
  const preset = presetAmong<AnyPreset>(presets, filters[from], filters[to], new Date());
  const days = preset ? texts.datePresets[preset] : daysText(filters[from], filters[to]);
  return `${labels[from]}: ${days}`;
}
