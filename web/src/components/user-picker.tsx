import { apiQuery } from '../api/queries.ts';
import type { Role } from '../contract/enums.ts';
import type { Profile } from '../contract/operations.ts';
import { useMessages } from '../i18n/locale.ts';
import { SearchableList } from './searchable-list.tsx';
import { SelectedItem } from './selected-item.tsx';

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
  const messages = useMessages();
  if (picked) return <SelectedItem label={label} name={picked.name} onChange={() => onPick(undefined)} />;
  return (
    <SearchableList<Profile>
      label={label}
      hint={messages.people.searchHint}
      search={({ q, ...page }) => apiQuery('GET /users', { query: { role, ...page, ...(q.length >= 2 && { q }) } })}
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
