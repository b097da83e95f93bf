import { NativeSelect } from '@mantine/core';
import { useRead } from '../../api/queries.ts';
import { useWords } from '../../words/index.ts';
import type { Filters } from './filters.ts';

interface Props {
  filters: Filters;
  onChange: (part: Filters) => void;
}

/** A project, and within it an object. */
export function PlaceFilters({ filters, onChange }: Props) {
  const words = useWords();
  const { project_id = '', object_id = '', client_id } = filters;
  const projects = useRead('GET /projects', { query: { sort: 'name', limit: 100, ...(client_id && { client_id }) } });
  const options = projects.data?.items.map(({ id, name }) => ({ value: String(id), label: name })) ?? [];
  const isListed = project_id === '' || options.some(({ value }) => value === project_id);
  return (
    <>
      <NativeSelect
        label={words.list.project}
        value={project_id}
        onChange={(event) => onChange({ project_id: event.currentTarget.value, object_id: '' })}
        data={[
          { value: '', label: words.list.any },
          ...options,
          ...(isListed ? [] : [{ value: project_id, label: `#${project_id}` }]),
        ]}
      />
      {project_id && <ObjectFilter project={Number(project_id)} object={object_id} onChange={onChange} />}
    </>
  );
}

interface ObjectProps {
  project: number;
  object: string;
  onChange: (part: Filters) => void;
}

function ObjectFilter({ project, object, onChange }: ObjectProps) {
  const words = useWords();
  const objects = useRead('GET /projects/{id}/objects', { params: { id: project }, query: { limit: 100 } });
  const options = objects.data?.items.map(({ id, name }) => ({ value: String(id), label: name })) ?? [];
  const isListed = object === '' || options.some(({ value }) => value === object);
  return (
    <NativeSelect
      label={words.list.object}
      value={object}
      onChange={(event) => onChange({ object_id: event.currentTarget.value })}
      data={[{ value: '', label: words.list.any }, ...options, ...(isListed ? [] : [{ value: object, label: `#${object}` }])]}
    />
  );
}
