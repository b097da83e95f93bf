import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../api/queries.ts';
import { FilterWithDialog } from '../../components/filter-with-dialog.tsx';
import { type SelectedUser, UserPicker } from '../../components/user-picker.tsx';
import { useMessages } from '../../i18n/locale.ts';

interface Props {
  userRole: 'client' | 'worker';
  label: string;
  id: string | undefined;
  onSelect: (id: string) => void;
}

/** Filters by a client or a worker. */
export function UserFilter({ userRole: role, label, id, onSelect }: Props) {
  const messages = useMessages();
  const [selected, setSelected] = useState<SelectedUser>();
  const name = useUserName(role, id, selected);
  return (
    <FilterWithDialog label={label} value={id && (name ?? id.slice(0, 8))} onClear={() => onSelect('')}>
      {(close) => (
        <UserPicker
          userRole={role}
          label={messages.app.search}
          onSelect={(user) => {
            setSelected(user);
            onSelect(user?.id ?? '');
            close();
          }}
        />
      )}
    </FilterWithDialog>
  );
}

/** A URL has the id only: the name is read from a ticket of the user. */
function useUserName(role: 'client' | 'worker', id: string | undefined, selected: SelectedUser | undefined) {
  const isNameUnknown = id !== undefined && selected?.id !== id;
  const query = { [`${role}_id`]: id, limit: 1 };
  const { data } = useQuery({ ...apiQuery('GET /tickets', { query }), enabled: isNameUnknown });
  return isNameUnknown ? data?.items[0]?.[`${role}_name`] : selected?.name;
}
