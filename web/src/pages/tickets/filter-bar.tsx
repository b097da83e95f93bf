import { Button, NativeSelect } from '@mantine/core';
import { type ChangeEvent, useState } from 'react';
import { useMe } from '../../session/store.ts';
import { useWords } from '../../words/index.ts';
import { categories, priorities, statuses } from '../../words/labels.ts';
import { DayFilter } from './day-filter.tsx';
import { type Filters, filtersIn } from './filters.ts';
import { PersonFilter } from './person-filter.tsx';
import { PlaceFilters } from './place-filters.tsx';

interface Props {
  filters: Filters;
  onChange: (part: Filters) => void;
}

const orderNames = ['sort', 'order', 'offset', 'open'];

/** Every filter and order of the API. On a phone it opens with a tap. */
export function FilterBar({ filters, onChange }: Props) {
  const words = useWords();
  const me = useMe();
  const used = filtersIn(filters);
  // Only a tap closes it: the last filter that is cleared is often followed by another one.
  const [isOpen, setOpen] = useState(() => used > 0 || matchMedia('(min-width: 761px)').matches);
  const clear = (): void =>
    onChange(
      Object.fromEntries(
        Object.keys(filters)
          .filter((name) => !orderNames.includes(name))
          .map((name) => [name, '']),
      ),
    );
  return (
    <details className="filter-box" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {words.list.filters} {used > 0 && <span className="tag">{used}</span>}
      </summary>
      <div className="filters">
        <Choice
          name="status"
          labels={words.labels.status}
          values={statuses}
          label={words.list.status}
          {...{ filters, onChange }}
        />
        <Choice
          name="category"
          labels={words.labels.category}
          values={categories}
          label={words.list.category}
          {...{ filters, onChange }}
        />
        <Choice
          name="priority"
          labels={words.labels.priority}
          values={priorities}
          label={words.list.priority}
          {...{ filters, onChange }}
        />
        <PlaceFilters filters={filters} onChange={onChange} />
        {me.role === 'admin' && (
          <>
            <PersonFilter
              of="client"
              label={words.list.client}
              id={filters.client_id}
              onPick={(client_id) => onChange({ client_id })}
            />
            <PersonFilter
              of="worker"
              label={words.list.worker}
              id={filters.worker_id}
              onPick={(worker_id) => onChange({ worker_id })}
            />
          </>
        )}
        <DayFilter label={`${words.list.from} (UTC)`} day={filters.date_from} onPick={(date_from) => onChange({ date_from })} />
        <DayFilter label={`${words.list.to} (UTC)`} day={filters.date_to} onPick={(date_to) => onChange({ date_to })} />
        <Order filters={filters} onChange={onChange} />
        {used > 0 && (
          <Button variant="subtle" onClick={clear}>
            {words.list.clear}
          </Button>
        )}
      </div>
      {(filters.date_from || filters.date_to) && <p className="muted small">{words.app.utcDays}</p>}
    </details>
  );
}

interface ChoiceProps<Value extends string> extends Props {
  name: 'status' | 'category' | 'priority';
  label: string;
  values: readonly Value[];
  labels: Record<Value, string>;
}

function Choice<Value extends string>({ name, label, values, labels, filters, onChange }: ChoiceProps<Value>) {
  const words = useWords();
  return (
    <NativeSelect
      label={label}
      value={filters[name] ?? ''}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      data={[{ value: '', label: words.list.any }, ...values.map((value) => ({ value, label: labels[value] }))]}
    />
  );
}

/** Every order of the API, as one choice. */
const orders = ['created_at desc', 'created_at asc', 'priority desc', 'priority asc', 'id desc', 'id asc'] as const;

function Order({ filters, onChange }: Props) {
  const words = useWords();
  const { sort = 'created_at', order = 'desc' } = filters;
  function choose({ currentTarget }: ChangeEvent<HTMLSelectElement>): void {
    const [sort = '', order = ''] = currentTarget.value.split(' ');
    onChange({ sort, order });
  }
  return (
    <NativeSelect
      label={words.list.sort}
      value={`${sort} ${order}`}
      onChange={choose}
      data={orders.map((value) => ({ value, label: words.list.orders[value] }))}
    />
  );
}
