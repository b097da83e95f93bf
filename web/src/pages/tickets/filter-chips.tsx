import { Button, Group, Text } from '@mantine/core';
import { IconAlarm, IconArrowsSort } from '@tabler/icons-react';
import { useState } from 'react';
import { useDeadlineTexts } from '../../components/deadlines/texts/texts.ts';
import { Icon } from '../../components/icon.tsx';
import { PopoverButton } from '../../components/popover-button.tsx';
import { categories, priorities } from '../../contract/enums.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { DateChip } from './date-chip.tsx';
import { ChipOptions, chipLook, FilterChip } from './filter-chip.tsx';
import { SearchChip } from './search-chip.tsx';
import { BuildingChip, ProjectChip, UserChip } from './search-chips.tsx';
import { clearedFilters, type Filters, hasFilters, tabOf } from './url-filters.ts';

interface Props {
  filters: Filters;
  onChange: (part: Filters) => void;
}

/** The filters of the list besides its tabs, and its order. The rarer filters are shown on demand, or when they are set. */
export function FilterChips({ filters, total, onChange }: Props & { total: number | undefined }) {
  const messages = useMessages();
  const isAdmin = useCurrentUser().role === 'admin';
  const [showsAll, setShowsAll] = useState(false);
  const { tab, status } = tabOf(filters);
  const { priority, project_id, client_id } = filters;
  const shows = (value: string | undefined): boolean => showsAll || Boolean(value);
  const areAllShown = shows(priority) && shows(project_id) && (shows(client_id) || !isAdmin);
  return (
    <Group component="fieldset" gap="xs" my="xs" className="chips" aria-label={messages.list.filters}>
      {status && (
        <FilterChip label={messages.list.status} value={messages.labels.status[status]} onClear={() => onChange({ status: tab })}>
          {() => (
            <Text size="sm" c="dimmed">
              {messages.list.tabs[tab]}
            </Text>
          )}
        </FilterChip>
      )}
      <SearchChip filters={filters} onChange={onChange} />
      <EnumChip name="category" values={categories} labels={messages.labels.category} {...{ filters, onChange }} />
      <BuildingChip filters={filters} onChange={onChange} />
      {isAdmin && <UserChip userRole="worker" id={filters.worker_id} onSelect={(worker_id) => onChange({ worker_id })} />}
      <LateChip filters={filters} onChange={onChange} />
      <DateChip filters={filters} onChange={onChange} />
      {shows(priority) && (
        <EnumChip name="priority" values={priorities} labels={messages.labels.priority} {...{ filters, onChange }} />
      )}
      {shows(project_id) && <ProjectChip filters={filters} onChange={onChange} />}
      {isAdmin && shows(client_id) && (
        <UserChip userRole="client" id={client_id} onSelect={(client_id) => onChange({ client_id })} />
      )}
      {!areAllShown && (
        <Button variant="subtle" onClick={() => setShowsAll(true)}>
          {messages.list.moreFilters}
        </Button>
      )}
      {hasFilters(filters) && (
        <Button variant="subtle" onClick={() => onChange(clearedFilters(filters))}>
          {messages.list.clear}
        </Button>
      )}
      <Text size="sm" c="dimmed" ml="auto" role="status">
        {total !== undefined && messages.list.count(total)}
      </Text>
      <OrderChip filters={filters} onChange={onChange} />
    </Group>
  );
}

interface EnumProps<Value extends string> extends Props {
  name: 'category' | 'priority';
  values: readonly Value[];
  labels: Record<Value, string>;
}

function EnumChip<Value extends string>({ name, values, labels, filters, onChange }: EnumProps<Value>) {
  const messages = useMessages();
  const selected = filters[name] as Value | undefined;
  return (
    <FilterChip label={messages.list[name]} value={selected && labels[selected]} onClear={() => onChange({ [name]: '' })}>
      {(close) => (
        <ChipOptions
          values={values}
          labels={labels}
          selected={selected}
          onSelect={(value) => {
            onChange({ [name]: value });
            close();
          }}
        />
      )}
    </FilterChip>
  );
}

/** The orders of the API. */
const orders = [
  'due asc',
  'relevance desc',
  'created_at desc',
  'created_at asc',
  'priority desc',
  'priority asc',
  'id desc',
  'id asc',
] as const;

/** Shows only what is late. */
function LateChip({ filters: { overdue }, onChange }: Props) {
  const texts = useDeadlineTexts();
  const isOn = overdue === 'true';
  return (
    <Button
      {...chipLook}
      variant={isOn ? 'light' : 'default'}
      aria-pressed={isOn}
      leftSection={<Icon icon={IconAlarm} size={16} />}
      onClick={() => onChange({ overdue: isOn ? '' : 'true' })}
    >
      {texts.onlyLate}
    </Button>
  );
}

function OrderChip({ filters, onChange }: Props) {
  const messages = useMessages();
  const { sort = 'created_at', order = 'desc' } = filters;
  const texts = useDeadlineTexts();
  const labels = { 'due asc': texts.byDueTime, 'relevance desc': texts.byRelevance, ...messages.list.orders };
  const selected = orders.find((value) => value === `${sort} ${order}`) ?? 'created_at desc';
  const label = labels[selected];
  return (
    <PopoverButton
      label={`${messages.list.sort}: ${label}`}
      button={(props) => (
        <Button {...chipLook} variant="default" leftSection={<Icon icon={IconArrowsSort} size={16} />} {...props}>
          {label}
        </Button>
      )}
    >
      {(close) => (
        <ChipOptions
          values={orders}
          labels={labels}
          selected={selected}
          onSelect={(value) => {
            const [sort = '', order = ''] = value.split(' ');
            onChange({ sort, order });
            close();
          }}
        />
      )}
    </PopoverButton>
  );
}
