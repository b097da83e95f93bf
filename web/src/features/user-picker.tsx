import { apiQuery } from '../api/queries.ts';
import type { Role } from '../contract/enums.ts';
import type { Profile } from '../contract/schemas.ts';
import { useMessages } from '../i18n/locale.ts';
import { PickerSelection } from '../ui/picker-selection.tsx';
import { SearchableList } from '../ui/searchable-list.tsx';

export type SelectedUser = Pick<Profile, 'id' | 'name' | 'email'>;

interface Props {
  userRole: Role;
  label: string;
  selected?: SelectedUser | undefined;
  /** the ids of those who are selected, where several can be */
  pressed?: readonly string[];
  onSelect: (user: SelectedUser | undefined) => void;
  /** why a user cannot be selected; undefined for others */
  disabledReason?: (user: Profile) => string | undefined;
  /** offers a few accounts, and the others behind a button with this text */
  showAll?: string;
  /** whether disabled accounts are offered too; for admins only */
  includesDisabled?: boolean;
}

/** Selects a user of one role, by name or e-mail. */
export function UserPicker({
  userRole: role,
  label,
  selected,
  pressed,
  onSelect,
  disabledReason = () => undefined,
  showAll,
  includesDisabled,
}: Props) {
  const messages = useMessages();
  const include = includesDisabled ? { include_inactive: '1' as const } : {};
  if (selected) return <PickerSelection label={label} name={selected.name} onChange={() => onSelect(undefined)} />;
  return (
    <SearchableList<Profile>
      label={label}
      hint={messages.people.searchHint}
      {...(showAll && { suggestions: { title: '', options: [], showAll } })}
      search={({ q, ...page }) => apiQuery('GET /users', { query: { role, ...include, ...page, ...(q.length >= 2 && { q }) } })}
      toOption={({ id, name, email, ...user }) => ({
        key: id,
        name,
        detail: disabledReason({ id, name, email, ...user }) ?? email,
        isDisabled: disabledReason({ id, name, email, ...user }) !== undefined,
        ...(pressed && { isPressed: pressed.includes(id) }),
        onSelect: () => onSelect({ id, name, email }),
      })}
    />
  );
}
