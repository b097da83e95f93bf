import type { Profile } from '../api/operations.ts';
import { reading } from '../api/queries.ts';
import { useWords } from '../words/index.ts';
import type { Role } from '../words/labels.ts';
import { Chosen } from './chosen.tsx';
import { PickList } from './pick-list.tsx';

export type PickedUser = Pick<Profile, 'id' | 'name'>;

interface Props {
  /** whose role it is */
  of: Role;
  label: string;
  picked?: PickedUser | undefined;
  onPick: (user: PickedUser | undefined) => void;
  /** why somebody cannot be chosen */
  obstacle?: (user: Profile) => string | undefined;
}

/** People of one role, found by name or e-mail. */
export function UserPicker({ of: role, label, picked, onPick, obstacle = () => undefined }: Props) {
  const words = useWords();
  if (picked) return <Chosen label={label} name={picked.name} onChange={() => onPick(undefined)} />;
  return (
    <PickList<Profile>
      label={label}
      hint={words.people.searchHint}
      search={({ q, ...page }) => reading('GET /users', { query: { role, ...page, ...(q.length >= 2 && { q }) } })}
      choice={({ id, name, email, ...user }) => ({
        key: id,
        name,
        detail: obstacle({ id, name, email, ...user }) ?? email,
        isDisabled: obstacle({ id, name, email, ...user }) !== undefined,
        onPick: () => onPick({ id, name }),
      })}
    />
  );
}
