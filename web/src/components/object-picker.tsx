import { Input } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { apiQuery } from '../api/queries.ts';
import type { BuildingDetails } from '../contract/schemas.ts';
import { useMessages } from '../i18n/locale.ts';
import { useCurrentUser } from '../session/session-store.ts';
import { EmptyState } from './empty-state.tsx';
import { LinkButton } from './link-button.tsx';
import { PickerSelection } from './picker-selection.tsx';
import { recentObjects, type SelectedObject, toSelectedObject } from './recent-objects.ts';
import { type ListOption, SearchableList } from './searchable-list.tsx';

interface Props {
  selected: SelectedObject | undefined;
  onSelect: (object: SelectedObject | undefined) => void;
}

/** Selects an object: the recently used ones are shown first, the others are searched. */
export function ObjectPicker({ selected, onSelect }: Props) {
  const messages = useMessages();
  const me = useCurrentUser();
  const toOption = (object: SelectedObject): ListOption => ({
    key: object.id,
    name: object.name,
    detail: detailOf(object),
    onSelect: () => onSelect(toSelectedObject(object)),
  });
  if (selected) {
    const change = (): void => onSelect(undefined);
    return <PickerSelection label={messages.create.object} name={selected.name} detail={detailOf(selected)} onChange={change} />;
  }
  const recent = recentObjects(me.id);
  const emptyState = (
    <EmptyState
      icon={IconBuilding}
      title={messages.create.noObjects}
      action={<LinkButton to="/projects">{messages.project.title}</LinkButton>}
    >
      {messages.create.noObjectsText}
    </EmptyState>
  );
  return (
    <fieldset>
      <Input.Label component="legend">{messages.create.object}</Input.Label>
      <SearchableList<BuildingDetails>
        label={messages.create.search}
        search={(query) => apiQuery('GET /ext/objects', { query: { ...query, ready: '1' } })}
        toOption={toOption}
        suggestions={{ title: messages.create.recent, options: recent.map(toOption), showAll: messages.create.allObjects }}
        emptyState={emptyState}
      />
    </fieldset>
  );
}

const detailOf = ({ address, project_name }: SelectedObject): string => `${address} · ${project_name}`;
