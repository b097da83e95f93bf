import { apiQuery } from '../../api/queries.ts';
import type { UsedTag } from '../../contract/schemas.ts';
import { FilterButton } from '../../features/filters/filter-button.tsx';
import * as place from '../../features/filters/place-filters.tsx';
import { UserPicker } from '../../features/user-picker.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { SearchableList } from '../../ui/searchable-list.tsx';
import { useTicketListTexts } from './texts/texts.ts';
import { type Filters, type MultiFilter, toggled, valuesOf } from './url-filters.ts';

// Filters of the list of tickets whose values are searched; each takes several.

interface Props {
  filters: Filters;
  onChange: (part: Filters) => void;
}

const toggle = (filters: Filters, name: MultiFilter, id: string): string => toggled(valuesOf(filters, name), id).join(',');

/** The only value of a filter. */
function onlyValue(filters: Filters, name: MultiFilter): string | undefined {
  const [value, ...others] = valuesOf(filters, name);
  return others.length === 0 ? value : undefined;
}

export const ProjectFilter = ({ filters, onChange }: Props) => (
  <place.ProjectFilter
    selected={valuesOf(filters, 'project_id')}
    clientId={onlyValue(filters, 'client_id')}
    onSelect={(id) => onChange({ project_id: toggle(filters, 'project_id', id), object_id: '' })}
  />
);

export const BuildingFilter = ({ filters, onChange }: Props) => (
  <place.BuildingFilter
    selected={valuesOf(filters, 'object_id')}
    projectId={onlyValue(filters, 'project_id')}
    onSelect={(id) => onChange({ object_id: toggle(filters, 'object_id', id) })}
  />
);

export function TagFilter({ filters, onChange }: Props) {
  const messages = useMessages();
  const texts = useTicketListTexts();
  const selected = valuesOf(filters, 'tag');
  return (
    <FilterButton label={texts.tag}>
      {() => (
        <SearchableList<UsedTag>
          label={messages.app.search}
          search={({ q, ...page }) => apiQuery('GET /ext/tags', { query: { ...(q && { q }), ...page } })}
          toOption={({ tag, tickets }) => ({
            key: tag,
            name: tag,
            detail: messages.list.count(tickets),
            isPressed: selected.includes(tag),
            onSelect: () => onChange({ tag: toggle(filters, 'tag', tag) }),
          })}
        />
      )}
    </FilterButton>
  );
}

export function UserFilter({ userRole: role, filters, onChange }: Props & { userRole: 'client' | 'worker' }) {
  const messages = useMessages();
  const name = `${role}_id` as const;
  const selected = valuesOf(filters, name);
  return (
    <FilterButton label={messages.list[role]}>
      {() => (
        <UserPicker
          userRole={role}
          label={messages.app.search}
          pressed={selected}
          onSelect={(user) => user && onChange({ [name]: toggle(filters, name, user.id) })}
        />
      )}
    </FilterButton>
  );
}
