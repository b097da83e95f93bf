import { Box, Button, Group, Text } from '@mantine/core';
import { IconAlarm, IconArrowBackUp, IconPlayerPause, IconRefresh, type Icon as TablerIcon } from '@tabler/icons-react';
import { useState } from 'react';
import { categories, priorities, type Status } from '../../contract/enums.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { Icon } from '../../ui/icon.tsx';
import { useIsNarrow } from '../../ui/use-breakpoint.ts';
import { ActiveFilters } from './active-filters.tsx';
import { DateFilterButton } from './date-filter-button.tsx';
import { chipLook, FilterButton, ValueOptions } from './filter-button.tsx';
import { BuildingFilter, ProjectFilter, TagFilter, UserFilter } from './id-filters.tsx';
import { SearchFilter } from './search-filter.tsx';
import { SortMenu } from './sort-menu.tsx';
import { useTicketListTexts } from './texts/texts.ts';
import { type Filters, type FlagFilter, shownStatuses, statusesOf, statusOf, tabOf, toggled, valuesOf } from './url-filters.ts';

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

/** The filters of the list besides its tabs, and the values that are set. The rarer filters are shown on demand. */
export function FilterBar({ filters, total, isLowerBound, hasSortMenu, onChange }: BarProps) {
  const messages = useMessages();
  const texts = useTicketListTexts();
  const isAdmin = useCurrentUser().role === 'admin';
  const isNarrow = useIsNarrow();
  const [showsAll, setShowsAll] = useState(false);
  const props = { filters, onChange };
  return (
    <Box mb={6}>
      <Group component="fieldset" gap="xs" mt={4} className="chips" aria-label={messages.list.filters}>
        <SearchFilter {...props} />
        <EnumFilter name="category" values={categories} labels={messages.labels.category} {...props} />
        <DateFilterButton label={texts.createdDate} from="date_from" to="date_to" {...props} />
        {(showsAll || !isNarrow) && (
          <>
            <BuildingFilter {...props} />
            <UserFilter userRole="worker" {...props} />
            <StatusFilter {...props} />
            <FlagButton name="overdue" icon={IconAlarm} {...props} />
            <FlagButton name="on_hold" icon={IconPlayerPause} {...props} />
          </>
        )}
        {showsAll ? (
          <>
            <EnumFilter name="priority" values={priorities} labels={messages.labels.priority} {...props} />
            <ProjectFilter {...props} />
            <TagFilter {...props} />
            {isAdmin && <UserFilter userRole="client" {...props} />}
            <DateFilterButton label={texts.closedDate} from="closed_from" to="closed_to" {...props} />
            <DateFilterButton label={texts.appointment} from="appointment_from" to="appointment_to" {...props} />
            <FlagButton name="handed_back" icon={IconArrowBackUp} {...props} />
            <FlagButton name="reworked" icon={IconRefresh} {...props} />
          </>
        ) : (
          <Button variant="subtle" onClick={() => setShowsAll(true)}>
            {texts.moreFilters}
          </Button>
        )}
        <Text size="sm" c="dimmed" ml="auto" role="status">
          {total !== undefined && (isLowerBound ? texts.atLeast(total) : messages.list.count(total))}
        </Text>
        {hasSortMenu && <SortMenu {...props} />}
      </Group>
      <ActiveFilters {...props} />
    </Box>
  );
}

interface EnumProps<Value extends string> extends Props {
  name: 'category' | 'priority';
  values: readonly Value[];
  labels: Record<Value, string>;
}

function EnumFilter<Value extends string>({ name, values, labels, filters, onChange }: EnumProps<Value>) {
  const messages = useMessages();
  const selected = valuesOf(filters, name);
  return (
    <FilterButton label={messages.list[name]}>
      {() => (
        <ValueOptions
          values={values}
          labels={labels}
          selected={selected}
          onSelect={(value) => onChange({ [name]: toggled<string>(selected, value).join(',') })}
        />
      )}
    </FilterButton>
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
