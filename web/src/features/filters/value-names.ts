import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/queries.ts';
import type { TicketListItem } from '../../contract/schemas.ts';

// A URL has ids only; their names are read for the chips.

const idFilters = ['project_id', 'object_id', 'equipment_id', 'worker_id', 'client_id'] as const;
export type IdFilter = (typeof idFilters)[number];

export const isIdFilter = (name: string): name is IdFilter => (idFilters as readonly string[]).includes(name);

/** The name of a project, building, piece of equipment or person. @returns a short form of the id until it is known */
export function useValueName(filter: IdFilter, id: string): string {
  const project = useQuery({
    ...apiQuery('GET /projects/{id}', { params: { id: Number(id) } }),
    enabled: filter === 'project_id',
  });
  const object = useQuery({ ...apiQuery('GET /ext/objects', { query: { id: Number(id) } }), enabled: filter === 'object_id' });
  const equipment = useQuery({
    ...apiQuery('GET /ext/equipment/{id}', { params: { id: Number(id) } }),
    enabled: filter === 'equipment_id',
  });
  const isPerson = filter === 'worker_id' || filter === 'client_id';
  const ticket = useQuery({ ...apiQuery('GET /ext/tickets', { query: { [filter]: id, limit: 1 } }), enabled: isPerson });
  if (filter === 'project_id') return project.data?.name ?? `#${id}`;
  if (filter === 'object_id') return object.data?.items[0]?.name ?? `#${id}`;
  if (filter === 'equipment_id') return equipment.data?.name ?? `#${id}`;
  return personName(ticket.data?.items[0], filter) ?? id.slice(0, 8);
}

const personName = (ticket: TicketListItem | undefined, filter: IdFilter): string | null | undefined =>
  filter === 'worker_id' ? ticket?.worker_name : ticket?.client_name;
