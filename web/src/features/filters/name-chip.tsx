import type { Messages } from '../../i18n/en.ts';
import type { ActiveFilter } from './filter-row.tsx';
import { RemoveFilterButton } from './remove-filter-button.tsx';
import { type IdFilter, useValueName } from './value-names.ts';

interface Props {
  label: string;
  filter: IdFilter;
  id: string;
  onRemove: (text: string) => void;
}

/** A filter by a project, building, piece of equipment or person, of which a URL has the id only. */
export function NameChip({ label, filter, id, onRemove }: Props) {
  return <RemoveFilterButton text={`${label}: ${useValueName(filter, id)}`} onRemove={onRemove} />;
}

interface Places {
  project_id?: string | undefined;
  object_id?: string | undefined;
}

/** The project and the building of a list, where they are set. */
export function placeFilters(
  { project_id, object_id }: Places,
  { list }: Messages,
  remove: (name: keyof Places) => void,
): ActiveFilter[] {
  const one = (filter: keyof Places, label: string, id: string | undefined): ActiveFilter[] =>
    id
      ? [
          {
            key: filter,
            chip: (removeText) => <NameChip label={label} filter={filter} id={id} onRemove={removeText} />,
            remove: () => remove(filter),
          },
        ]
      : [];
  return [...one('project_id', list.project, project_id), ...one('object_id', list.object, object_id)];
}
