import { Group, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { ariaSorts, SortButton } from '../../ui/sort-button.tsx';
import { type Filters, firstOrder, type Order, orderOf, type Sort } from './url-filters.ts';

export interface Sorting {
  filters: Filters;
  onChange: (part: Filters) => void;
}

export interface NamedSort {
  sort: Sort;
  name: string;
}

interface Props extends Sorting {
  name: string;
  width?: number | string | undefined;
  /** before the name */
  left?: ReactNode;
  /** the order of the column; its name toggles it */
  sort?: Sort;
  /** other orders, beside the name */
  sorts?: readonly NamedSort[];
}

/** The head of a column. A button sorts by the column, and by a second click in the other direction. */
export function SortHead({ name, width, left, sort, sorts = sort ? [{ sort, name }] : [], filters, onChange }: Props) {
  const current = orderOf(filters);
  const isSorted = sorts.some((one) => one.sort === current.sort);
  return (
    <Table.Th
      scope="col"
      w={width}
      abbr={name}
      aria-sort={sorts.length > 0 ? (isSorted ? ariaSorts[current.order] : 'none') : undefined}
    >
      <Group gap="sm" style={{ rowGap: 0 }} wrap={left ? 'nowrap' : 'wrap'}>
        {left}
        {!sort && name}
        {sorts.map((one) => (
          <SortButton
            key={one.sort}
            direction={one.sort === current.sort ? current.order : undefined}
            onClick={() => onChange(nextOrder(one.sort, current))}
          >
            {one.name}
          </SortButton>
        ))}
      </Group>
    </Table.Th>
  );
}

/** The other direction of the same order; the best match first has none. */
function nextOrder(sort: Sort, current: { sort: Sort; order: Order }): Filters {
  const order = firstOrder(sort);
  const isToggled = current.sort === sort && sort !== 'relevance' && current.order === order;
  return { sort, order: isToggled ? (order === 'asc' ? 'desc' : 'asc') : order };
}
