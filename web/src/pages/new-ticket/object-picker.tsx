import type { Building } from '../../api/operations.ts';
import { reading } from '../../api/queries.ts';
import { Chosen } from '../../parts/chosen.tsx';
import { LinkButton } from '../../parts/link-button.tsx';
import { type Choice, PickList } from '../../parts/pick-list.tsx';
import { Empty } from '../../parts/states.tsx';
import { useMe } from '../../session/store.ts';
import { useWords } from '../../words/index.ts';
import { type PickedObject, pick, recentObjects } from './recent-objects.ts';

interface Props {
  chosen: PickedObject | undefined;
  onChoose: (object: PickedObject | undefined) => void;
}

/** Where? Those used lately first, the others by search. */
export function ObjectPicker({ chosen, onChoose }: Props) {
  const words = useWords();
  const me = useMe();
  const choice = (object: PickedObject): Choice => ({
    key: object.id,
    name: object.name,
    detail: detailOf(object),
    onPick: () => onChoose(pick(object)),
  });
  if (chosen) {
    const change = (): void => onChoose(undefined);
    return <Chosen label={words.create.where} name={chosen.name} detail={detailOf(chosen)} onChange={change} />;
  }
  const recent = recentObjects(me.id);
  const none = (
    <Empty title={words.create.noObjects} action={<LinkButton to="/projects">{words.project.title}</LinkButton>}>
      {words.create.noObjectsText}
    </Empty>
  );
  return (
    <fieldset>
      <legend className="legend">{words.create.where}</legend>
      <PickList<Building>
        label={words.create.search}
        search={(asked) => reading('GET /ext/objects', { query: { ...asked, ready: '1' } })}
        choice={choice}
        likely={{ title: words.create.recent, choices: recent.map(choice) }}
        none={none}
      />
    </fieldset>
  );
}

const detailOf = ({ address, project_name }: PickedObject): string => `${address} · ${project_name}`;
