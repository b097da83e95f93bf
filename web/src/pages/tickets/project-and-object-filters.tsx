import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/queries.ts';
import { FilterWithDialog } from '../../components/filter-with-dialog.tsx';
import { SearchableList } from '../../components/searchable-list.tsx';
import type { Building, Project } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import type { Filters } from './url-filters.ts';

interface Props {
  filters: Filters;
  onChange: (part: Filters) => void;
}

/** Filters by project and by object. */
export function ProjectAndObjectFilters({ filters, onChange }: Props) {
  return (
    <>
      <ProjectFilter filters={filters} onChange={onChange} />
      <ObjectFilter filters={filters} onChange={onChange} />
    </>
  );
}

function ProjectFilter({ filters, onChange }: Props) {
  const messages = useMessages();
  const me = useCurrentUser();
  const { project_id: id, client_id } = filters;
  const selected = useQuery({ ...apiQuery('GET /projects/{id}', { params: { id: Number(id) } }), enabled: Boolean(id) });
  return (
    <FilterWithDialog
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
    </FilterWithDialog>
  );
}

function ObjectFilter({ filters, onChange }: Props) {
  const messages = useMessages();
  const { object_id: id, project_id } = filters;
  const selected = useQuery({ ...apiQuery('GET /ext/objects', { query: { id: Number(id) } }), enabled: Boolean(id) });
  return (
    <FilterWithDialog
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
    </FilterWithDialog>
  );
}
