import type { Input } from '../../api/client.ts';

// The state of the list of buildings is in the URL: words, project, order.

type ObjectQuery = NonNullable<Input<'GET /ext/objects'>['query']>;

/** What the columns of the table sort by, in their order. */
export const buildingSorts = ['name', 'open', 'overdue', 'last_closed_at'] as const;
export type BuildingSort = (typeof buildingSorts)[number];
export type Order = 'asc' | 'desc';

export interface BuildingFilters {
  q?: string;
  sort?: string;
  order?: string;
  project_id?: string;
}

/** Names begin with A, numbers with the largest, times with the latest. */
const firstOrder = (sort: BuildingSort): Order => (sort === 'name' ? 'asc' : 'desc');

/** The order of the list. Without one, what is late comes first. */
export function buildingOrder({ sort, order }: BuildingFilters): { sort: BuildingSort; order: Order } {
  const known = buildingSorts.find((one) => one === sort) ?? 'overdue';
  return { sort: known, order: order === 'asc' || order === 'desc' ? order : firstOrder(known) };
}

/** The order after a click on the head of a column: a second click turns it round. */
export function nextOrder(sort: BuildingSort, current: { sort: BuildingSort; order: Order }): BuildingFilters {
  const first = firstOrder(sort);
  const isTurned = current.sort === sort && current.order === first;
  return { sort, order: isTurned ? (first === 'asc' ? 'desc' : 'asc') : first };
}

/** The query of `GET /ext/objects`. */
export function buildingQuery(filters: BuildingFilters): ObjectQuery {
  const { q, project_id } = filters;
  return {
    ...buildingOrder(filters),
    ...(q && { q }),
    ...(/^[1-9]\d{0,8}$/.test(project_id ?? '') && { project_id: Number(project_id) }),
  };
}
