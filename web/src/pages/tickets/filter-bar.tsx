import { NativeSelect } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { DateFilter } from '../../components/date-filter.tsx';
import { FilterBox } from '../../components/filter-box.tsx';
import { categories, priorities, statuses } from '../../contract/enums.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { ProjectAndObjectFilters } from './project-and-object-filters.tsx';
import { countFilters, type Filters } from './url-filters.ts';
import { UserFilter } from './user-filter.tsx';

interface Props {
  filters: Filters;
  onChange: (part: Filters) => void;
}

const notFilters = ['sort', 'order', 'offset', 'open'];

/** All filters and orders of the API. */
export function FilterBar({ filters, onChange }: Props) {
  const messages = useMessages();
  const me = useCurrentUser();
  const count = countFilters(filters);
  const clear = (): void =>
    onChange(
      Object.fromEntries(
        Object.keys(filters)
          .filter((name) => !notFilters.includes(name))
          .map((name) => [name, '']),
      ),
    );
  return (
    <FilterBox count={count} hint={filters.date_from || filters.date_to ? messages.app.utcDates : undefined} onClear={clear}>
      <EnumFilter
        name="status"
        labels={messages.labels.status}
        values={statuses}
        label={messages.list.status}
        {...{ filters, onChange }}
      />
      <EnumFilter
        name="category"
        labels={messages.labels.category}
        values={categories}
        label={messages.list.category}
        {...{ filters, onChange }}
      />
      <EnumFilter
        name="priority"
        labels={messages.labels.priority}
        values={priorities}
        label={messages.list.priority}
        {...{ filters, onChange }}
      />
      <ProjectAndObjectFilters filters={filters} onChange={onChange} />
      {me.role === 'admin' && (
        <>
          <UserFilter
            userRole="client"
            label={messages.list.client}
            id={filters.client_id}
            onSelect={(client_id) => onChange({ client_id })}
          />
          <UserFilter
            userRole="worker"
            label={messages.list.worker}
            id={filters.worker_id}
            onSelect={(worker_id) => onChange({ worker_id })}
          />
        </>
      )}
      <DateFilter
        label={`${messages.list.from} (UTC)`}
        date={filters.date_from}
        onChange={(date_from) => onChange({ date_from })}
      />
      <DateFilter label={`${messages.list.to} (UTC)`} date={filters.date_to} onChange={(date_to) => onChange({ date_to })} />
      <OrderSelect filters={filters} onChange={onChange} />
    </FilterBox>
  );
}

interface EnumFilterProps<Value extends string> extends Props {
  name: 'status' | 'category' | 'priority';
  label: string;
  values: readonly Value[];
  labels: Record<Value, string>;
}

function EnumFilter<Value extends string>({ name, label, values, labels, filters, onChange }: EnumFilterProps<Value>) {
  const messages = useMessages();
  return (
    <NativeSelect
      label={label}
      value={filters[name] ?? ''}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      data={[{ value: '', label: messages.list.any }, ...values.map((value) => ({ value, label: labels[value] }))]}
    />
  );
}

/** The orders of the API. */
const orders = ['created_at desc', 'created_at asc', 'priority desc', 'priority asc', 'id desc', 'id asc'] as const;

function OrderSelect({ filters, onChange }: Props) {
  const messages = useMessages();
  const { sort = 'created_at', order = 'desc' } = filters;
  function changeOrder({ currentTarget }: ChangeEvent<HTMLSelectElement>): void {
    const [sort = '', order = ''] = currentTarget.value.split(' ');
    onChange({ sort, order });
  }
  return (
    <NativeSelect
      label={messages.list.sort}
      value={`${sort} ${order}`}
      onChange={changeOrder}
      data={orders.map((value) => ({ value, label: messages.list.orders[value] }))}
    />
  );
}
