import { apiQuery } from '../../api/queries.ts';
import type { ObjectListItem, Project, UsedTag } from '../../contract/schemas.ts';
import { UserPicker } from '../../features/user-picker.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { SearchableList } from '../../ui/searchable-list.tsx';
import { FilterButton } from './filter-button.tsx';
import { useTicketListTexts } from './texts/texts.ts';
import { type Filters, type MultiFilter, toggled, valuesOf } from './url-filters.ts';

// Filters whose values are searched, because there are too many for a list.

interface Props {
  filters: Filters;
  onChange: (part: Filters) => void;
}

const toggle = (filters: Filters, name: MultiFilter, id: string | number): string =>
  toggled(valuesOf(filters, name), String(id)).join(',');

export function ProjectFilter({ filters, onChange }: Props) {
  const messages = useMessages();
  const me = useCurrentUser();
  const selected = valuesOf(filters, 'project_id');
  const [client_id, ...otherClients] = valuesOf(filters, 'client_id');
  return (
    <FilterButton label={messages.list.project}>
      {() => (
        <SearchableList<Project>
          label={messages.app.search}
          search={(query) =>
            apiQuery('GET /ext/projects', { query: { ...query, ...(client_id && otherClients.length === 0 && { client_id }) } })
          }
          toOption={(project) => ({
            key: project.id,
            name: project.name,
            detail: me.role === 'admin' ? project.client_name : '',
            isPressed: selected.includes(String(project.id)),
            onSelect: () => onChange({ project_id: toggle(filters, 'project_id', project.id), object_id: '' }),
          })}
        />
      )}
    </FilterButton>
  );
}

export function BuildingFilter({ filters, onChange }: Props) {
  const messages = useMessages();
  const selected = valuesOf(filters, 'object_id');
  const [project, ...otherProjects] = valuesOf(filters, 'project_id');
  const project_id = otherProjects.length === 0 ? Number(project) || undefined : undefined;
  return (
    <FilterButton label={messages.list.object}>
      {() => (
        <SearchableList<ObjectListItem>
          label={messages.app.search}
          search={(query) => apiQuery('GET /ext/objects', { query: { ...query, ...(project_id && { project_id }) } })}
          toOption={(object) => ({
            key: object.id,
            name: object.name,
            detail: `${object.address} · ${object.project_name}`,
            isPressed: selected.includes(String(object.id)),
            onSelect: () => onChange({ object_id: toggle(filters, 'object_id', object.id) }),
          })}
        />
      )}
    </FilterButton>
  );
}

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
