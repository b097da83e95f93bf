import { useQuery } from '@tanstack/react-query';
import type { Building, Project } from '../../api/operations.ts';
import { reading } from '../../api/queries.ts';
import { PickList } from '../../parts/pick-list.tsx';
import { useMe } from '../../session/store.ts';
import { useWords } from '../../words/index.ts';
import type { Filters } from './filters.ts';
import { PickFilter } from './pick-filter.tsx';

interface Props {
  filters: Filters;
  onChange: (part: Filters) => void;
}

/** A project, and an object of it or of any. */
export function PlaceFilters({ filters, onChange }: Props) {
  return (
    <>
      <ProjectFilter filters={filters} onChange={onChange} />
      <ObjectFilter filters={filters} onChange={onChange} />
    </>
  );
}

function ProjectFilter({ filters, onChange }: Props) {
  const words = useWords();
  const me = useMe();
  const { project_id: id, client_id } = filters;
  const known = useQuery({ ...reading('GET /projects/{id}', { params: { id: Number(id) } }), enabled: Boolean(id) });
  return (
    <PickFilter
      label={words.list.project}
      value={id && (known.data?.name ?? `#${id}`)}
      onClear={() => onChange({ project_id: '', object_id: '' })}
    >
      {(close) => (
        <PickList<Project>
          label={words.app.search}
          search={(asked) => reading('GET /ext/projects', { query: { ...asked, ...(client_id && { client_id }) } })}
          choice={(project) => ({
            key: project.id,
            name: project.name,
            detail: me.role === 'admin' ? project.client_name : '',
            onPick: () => {
              onChange({ project_id: String(project.id), object_id: '' });
              close();
            },
          })}
        />
      )}
    </PickFilter>
  );
}

function ObjectFilter({ filters, onChange }: Props) {
  const words = useWords();
  const { object_id: id, project_id } = filters;
  const known = useQuery({ ...reading('GET /ext/objects', { query: { id: Number(id) } }), enabled: Boolean(id) });
  return (
    <PickFilter
      label={words.list.object}
      value={id && (known.data?.items[0]?.name ?? `#${id}`)}
      onClear={() => onChange({ object_id: '' })}
    >
      {(close) => (
        <PickList<Building>
          label={words.app.search}
          search={(asked) =>
            reading('GET /ext/objects', { query: { ...asked, ...(project_id && { project_id: Number(project_id) }) } })
          }
          choice={(object) => ({
            key: object.id,
            name: object.name,
            detail: `${object.address} · ${object.project_name}`,
            onPick: () => {
              onChange({ object_id: String(object.id) });
              close();
            },
          })}
        />
      )}
    </PickFilter>
  );
}
