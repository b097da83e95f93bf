import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconAlarm, IconArrowBackUp, IconPlayerPause, IconRefresh, type Icon as TablerIcon } from '@tabler/icons-react';
import { categories, priorities, type Status } from '../../contract/enums.ts';
import { chipLook, FilterButton, ValueOptions } from '../../features/filters/filter-button.tsx';
import { FilterMenu } from '../../features/filters/filter-menu.tsx';
import { FilterRow } from '../../features/filters/filter-row.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { Icon } from '../../ui/icon.tsx';
import { useIsNarrow } from '../../ui/use-breakpoint.ts';
import { useUrlSearch } from '../../ui/use-url-search.ts';
import { useActiveFilters } from './active-filters.tsx';
import { DateFilterButton } from './date-filter-button.tsx';
import { BuildingFilter, ProjectFilter, TagFilter, UserFilter } from './id-filters.tsx';
import { SortMenu } from './sort-menu.tsx';
import { useTicketListTexts } from './texts/texts.ts';
import {
  clearedFilters,
  type Filters,
  type FlagFilter,
  shownStatuses,
  statusesOf,
  statusOf,
  tabOf,
  toggled,
  valuesOf,
} from './url-filters.ts';
import { SaveViewButton } from './views/lazy.ts';

interface Props {
  filters: Filters;
  onChange: (part: Filters) => void;
}

interface BarProps extends Props {
  total: number | undefined;
  /** there are more than `total` says */
  isLowerBound: boolean;
  /** the heads of the table do not show all orders */
  hasSortMenu: boolean;
}

/** One row: the words, the values that are set, the menu of all filters, and the number of tickets. */
export function FilterBar({ filters, total, isLowerBound, hasSortMenu, onChange }: BarProps) {
  const messages = useMessages();
  const texts = useTicketListTexts();
  const isAdmin = useCurrentUser().role === 'admin';
  const [text, setText] = useUrlSearch(filters.q ?? '', (q) => onChange({ q }), 1);
  const active = useActiveFilters(filters, onChange);
  const isNarrow = useIsNarrow();
  const count = total !== undefined && (isLowerBound ? texts.atLeast(total) : messages.list.count(total));
  const props = { filters, onChange };
  return (
    <FilterRow
      search={{ text, onText: setText }}
      active={active}
      onClear={() => onChange(clearedFilters(filters))}
      more={<SaveViewButton filters={filters} />}
    >
      <FilterMenu count={active.length}>
        <EnumFilter name="category" values={categories} labels={messages.labels.category} {...props} />
        <EnumFilter name="priority" values={priorities} labels={messages.labels.priority} {...props} />
        <Group gap={6} className="chips">
          <FlagButton name="overdue" icon={IconAlarm} {...props} />
          <FlagButton name="on_hold" icon={IconPlayerPause} {...props} />
          <FlagButton name="handed_back" icon={IconArrowBackUp} {...props} />
          <FlagButton name="reworked" icon={IconRefresh} {...props} />
        </Group>
        <Group gap={6} className="chips">
          <DateFilterButton label={texts.createdDate} from="date_from" to="date_to" {...props} />
          <DateFilterButton label={texts.closedDate} from="closed_from" to="closed_to" {...props} />
          <DateFilterButton label={texts.appointment} from="appointment_from" to="appointment_to" {...props} />
          <BuildingFilter {...props} />
          <ProjectFilter {...props} />
          <UserFilter userRole="worker" {...props} />
          {isAdmin && <UserFilter userRole="client" {...props} />}
          <TagFilter {...props} />
          <StatusFilter {...props} />
        </Group>
      </FilterMenu>
      {isNarrow && active.length === 0 ? (
        <VisuallyHidden role="status">{count}</VisuallyHidden> // the tab shows it
      ) : (
        <Text size="sm" c="dimmed" ml="auto" role="status">
          {count}
        </Text>
      )}
      {hasSortMenu && <SortMenu {...props} />}
    </FilterRow>
  );
}

interface EnumProps<Value extends string> extends Props {
  name: 'category' | 'priority';
  values: readonly Value[];
  labels: Record<Value, string>;
}

/** A filter with few values, which are all shown. */
function EnumFilter<Value extends string>({ name, values, labels, filters, onChange }: EnumProps<Value>) {
  const messages = useMessages();
  const selected = valuesOf(filters, name);
  return (
    <Group component="section" gap={6} className="chips" aria-label={messages.list[name]}>
      <Text size="sm" c="dimmed" w="100%">
        {messages.list[name]}
      </Text>
      {values.map((value) => (
        <Button
          key={value}
          {...chipLook}
          variant={selected.includes(value) ? 'light' : 'default'}
          aria-pressed={selected.includes(value)}
          onClick={() => onChange({ [name]: toggled<string>(selected, value).join(',') })}
        >
          {labels[value]}
        </Button>
      ))}
    </Group>
  );
}

/** Within the tab, or beyond it: then the tab that has all of them is shown. */
function StatusFilter({ filters, onChange }: Props) {
  const messages = useMessages();
  const { tab, chosen } = tabOf(filters);
  const isWhole = chosen.length === 0 && (tab === 'open' || tab === 'all');
  const selected = isWhole ? [] : statusesOf(filters);
  function toggle(status: Status): void {
    const next = toggled(selected, status);
    onChange({ status: next.length > 0 || chosen.length > 0 ? statusOf(next, filters) : 'open' });
  }
  return (
    <FilterButton label={messages.list.status}>
      {() => <ValueOptions values={shownStatuses} labels={messages.labels.status} selected={selected} onSelect={toggle} />}
    </FilterButton>
  );
}

function FlagButton({ name, icon, filters, onChange }: Props & { name: FlagFilter; icon: TablerIcon }) {
  const texts = useTicketListTexts();
  const isOn = filters[name] === 'true';
  return (
    <Button
      {...chipLook}
      variant={isOn ? 'light' : 'default'}
      aria-pressed={isOn}
      leftSection={<Icon icon={icon} size={16} />}
      onClick={() => onChange({ [name]: isOn ? '' : 'true' })}
    >
      {texts.flags[name]}
    </Button>
  );
}
