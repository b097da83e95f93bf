import { Input } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useRef } from 'react';
import { actForHeader } from '../api/act-for.ts';
import { call, type Input as InputOf } from '../api/client.ts';
import { apiQuery } from '../api/queries.ts';
import type { ObjectListItem } from '../contract/schemas.ts';
import { useMessages } from '../i18n/locale.ts';
import { useCurrentUser } from '../session/session-store.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PickerSelection } from '../ui/picker-selection.tsx';
import { type ListOption, SearchableList } from '../ui/searchable-list.tsx';
import { recentObjects, type SelectedObject, toSelectedObject } from './recent-objects.ts';

interface Props {
  /** whose objects they are, for admins; otherwise the user's own */
  clientId?: string | undefined;
  selected: SelectedObject | undefined;
  onSelect: (object: SelectedObject | undefined) => void;
}

/** Selects an object: the recently used ones are shown first, the others are searched. The only one is selected already. */
export function ObjectPicker({ clientId, selected, onSelect }: Props) {
  const messages = useMessages();
  const me = useCurrentUser();
  const isChanging = useRef(false);
  const toOption = (object: SelectedObject): ListOption => ({
    key: object.id,
    name: object.name,
    detail: detailOf(object),
    onSelect: () => onSelect(toSelectedObject(object)),
  });
  if (selected) {
    const change = (): void => {
      isChanging.current = true;
      onSelect(undefined);
    };
    return <PickerSelection label={messages.create.object} name={selected.name} detail={detailOf(selected)} onChange={change} />;
  }
  const recent = clientId ? [] : recentObjects(me.id);
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
      <SearchableList<ObjectListItem>
        label={messages.create.search}
        search={(query) => objectQuery({ ...query, ready: '1' }, clientId)}
        toOption={toOption}
        suggestions={{ title: messages.create.recent, options: recent.map(toOption), showAll: messages.create.allObjects }}
        onOnly={(object) => isChanging.current || onSelect(toSelectedObject(object))}
        emptyState={emptyState}
      />
    </fieldset>
  );
}

type ObjectQuery = NonNullable<InputOf<'GET /ext/objects'>['query']>;

function objectQuery(query: ObjectQuery, clientId?: string) {
  const own = apiQuery('GET /ext/objects', { query });
  if (!clientId) return own;
  return {
    ...own,
    queryKey: [...own.queryKey, clientId],
    queryFn: ({ signal }: { signal: AbortSignal }) => call('GET /ext/objects', { query, signal, ...actForHeader(clientId) }),
  };
}

const detailOf = ({ address, project_name }: SelectedObject): string => `${address} · ${project_name}`;
