import { apiQuery } from '../api/queries.ts';
import type { Building } from '../contract/operations.ts';
import { useMessages } from '../i18n/locale.ts';
import { useCurrentUser } from '../session/session-store.ts';
import { EmptyState } from './empty-state.tsx';
import { LinkButton } from './link-button.tsx';
import { type PickedObject, recentObjects, toPickedObject } from './recent-objects.ts';
import { type ListOption, SearchableList } from './searchable-list.tsx';
import { SelectedItem } from './selected-item.tsx';

interface Props {
  chosen: PickedObject | undefined;
  onChoose: (object: PickedObject | undefined) => void;
}

/** Where? Those used lately first, the others by search. */
export function ObjectPicker({ chosen, onChoose }: Props) {
  const messages = useMessages();
  const me = useCurrentUser();
  const choice = (object: PickedObject): ListOption => ({
    key: object.id,
    name: object.name,
    detail: detailOf(object),
    onPick: () => onChoose(toPickedObject(object)),
  });
  if (chosen) {
    const change = (): void => onChoose(undefined);
    return <SelectedItem label={messages.create.where} name={chosen.name} detail={detailOf(chosen)} onChange={change} />;
  }
  const recent = recentObjects(me.id);
  const none = (
    <EmptyState title={messages.create.noObjects} action={<LinkButton to="/projects">{messages.project.title}</LinkButton>}>
      {messages.create.noObjectsText}
    </EmptyState>
  );
  return (
    <fieldset>
      <legend className="legend">{messages.create.where}</legend>
      <SearchableList<Building>
        label={messages.create.search}
        search={(asked) => apiQuery('GET /ext/objects', { query: { ...asked, ready: '1' } })}
        choice={choice}
        likely={{ title: messages.create.recent, choices: recent.map(choice) }}
        none={none}
      />
    </fieldset>
  );
}

const detailOf = ({ address, project_name }: PickedObject): string => `${address} · ${project_name}`;
