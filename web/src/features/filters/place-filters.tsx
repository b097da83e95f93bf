import { apiQuery } from '../../api/queries.ts';
import type { ObjectListItem, Project } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { SearchableList } from '../../ui/searchable-list.tsx';
import { FilterButton } from './filter-button.tsx';

// Filters whose values are searched, because there are too many for a list.

interface Props {
  selected: readonly (string | undefined)[];
  /** with what closes the list, for filters with one value at a time */
  onSelect: (id: string, close: () => void) => void;
}

/** @param clientId whose projects are offered; of all without one */
export function ProjectFilter({ selected, clientId, onSelect }: Props & { clientId?: string | undefined }) {
  const messages = useMessages();
  const me = useCurrentUser();
  return (
    <FilterButton label={messages.list.project}>
      {(close) => (
        <SearchableList<Project>
          label={messages.app.search}
          search={(query) => apiQuery('GET /ext/projects', { query: { ...query, ...(clientId && { client_id: clientId }) } })}
          toOption={({ id, name, client_name }) => ({
            key: id,
            name,
            detail: me.role === 'admin' ? client_name : '',
            isPressed: selected.includes(String(id)),
            onSelect: () => onSelect(String(id), close),
          })}
        />
      )}
    </FilterButton>
  );
}

/** @param projectId whose buildings are offered; of all without one */
export function BuildingFilter({ selected, projectId, onSelect }: Props & { projectId?: string | undefined }) {
  const messages = useMessages();
  const project_id = Number(projectId) || undefined;
  return (
    <FilterButton label={messages.list.object}>
      {(close) => (
        <SearchableList<ObjectListItem>
          label={messages.app.search}
          search={(query) => apiQuery('GET /ext/objects', { query: { ...query, ...(project_id && { project_id }) } })}
          toOption={({ id, name, address, project_name }) => ({
            key: id,
            name,
            detail: `${address} · ${project_name}`,
            isPressed: selected.includes(String(id)),
            onSelect: () => onSelect(String(id), close),
          })}
        />
      )}
    </FilterButton>
  );
}
