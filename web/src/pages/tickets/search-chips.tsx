import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../api/queries.ts';
import { SearchableList } from '../../components/searchable-list.tsx';
import { type SelectedUser, UserPicker } from '../../components/user-picker.tsx';
import type { Building, Project } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { FilterChip } from './filter-chip.tsx';
import type { Filters } from './url-filters.ts';

// Filters whose values are searched, because there are too many for a list.

interface Props {
  filters: Filters;
  onChange: (part: Filters) => void;
}

export function ProjectChip({ filters, onChange }: Props) {
  const messages = useMessages();
  const me = useCurrentUser();
  const { project_id: id, client_id } = filters;
  const selected = useQuery({ ...apiQuery('GET /projects/{id}', { params: { id: Number(id) } }), enabled: Boolean(id) });
  return (
    <FilterChip
      label={messages.list.project}
      value={id && (selected.data?.name ?? `#${id}`)}
      onClear={() => onChange({ project_id: '', object_id: '' })}
    >
      {(close) => (
        <SearchableList<Project>
          label={messages.app.search}
          search={(query) => apiQuery('GET /ext/projects', { query: { ...query, ...(client_id && { client_id }) } })}
          toOption={(project) => ({
            key: project.id,
            name: project.name,
            detail: me.role === 'admin' ? project.client_name : '',
            onSelect: () => {
              onChange({ project_id: String(project.id), object_id: '' });
              close();
            },
          })}
        />
      )}
    </FilterChip>
  );
}

export function BuildingChip({ filters, onChange }: Props) {
  const messages = useMessages();
  const { object_id: id, project_id } = filters;
  const selected = useQuery({ ...apiQuery('GET /ext/objects', { query: { id: Number(id) } }), enabled: Boolean(id) });
  return (
    <FilterChip
      label={messages.list.object}
      value={id && (selected.data?.items[0]?.name ?? `#${id}`)}
      onClear={() => onChange({ object_id: '' })}
    >
      {(close) => (
        <SearchableList<Building>
          label={messages.app.search}
          search={(query) =>
            apiQuery('GET /ext/objects', { query: { ...query, ...(project_id && { project_id: Number(project_id) }) } })
          }
          toOption={(object) => ({
            key: object.id,
            name: object.name,
            detail: `${object.address} · ${object.project_name}`,
            onSelect: () => {
              onChange({ object_id: String(object.id) });
              close();
            },
          })}
        />
      )}
    </FilterChip>
  );
}

interface UserProps {
  userRole: 'client' | 'worker';
  id: string | undefined;
  onSelect: (id: string) => void;
}

export function UserChip({ userRole: role, id, onSelect }: UserProps) {
  const messages = useMessages();
  const [selected, setSelected] = useState<SelectedUser>();
  const name = useUserName(role, id, selected);
  return (
    <FilterChip label={messages.list[role]} value={id && (name ?? id.slice(0, 8))} onClear={() => onSelect('')}>
      {(close) => (
        <UserPicker
          userRole={role}
          label={messages.app.search}
          onSelect={(user) => {
            setSelected(user);
            onSelect(user?.id ?? '');
            close();
          }}
        />
      )}
    </FilterChip>
  );
}

/** A URL has the id only: the name is read from a ticket of the user. */
function useUserName(role: 'client' | 'worker', id: string | undefined, selected: SelectedUser | undefined) {
  const isNameUnknown = id !== undefined && selected?.id !== id;
  const query = { [`${role}_id`]: id, limit: 1 };
  const { data } = useQuery({ ...apiQuery('GET /tickets', { query }), enabled: isNameUnknown });
  return isNameUnknown ? data?.items[0]?.[`${role}_name`] : selected?.name;
}
