import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../api/queries.ts';
import { type PickedUser, UserPicker } from '../../components/user-picker.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { DialogFilter } from './dialog-filter.tsx';

interface Props {
  of: 'client' | 'worker';
  label: string;
  id: string | undefined;
  onPick: (id: string) => void;
}

export function UserFilter({ of: role, label, id, onPick }: Props) {
  const messages = useMessages();
  const [picked, setPicked] = useState<PickedUser>();
  const name = useNameOf(role, id, picked);
  return (
    <DialogFilter label={label} value={id && (name ?? id.slice(0, 8))} onClear={() => onPick('')}>
      {(close) => (
        <UserPicker
          of={role}
          label={messages.app.search}
          onPick={(user) => {
            setPicked(user);
            onPick(user?.id ?? '');
            close();
          }}
        />
      )}
    </DialogFilter>
  );
}

/** A link to this page holds the id only; a request of theirs tells the name. */
function useNameOf(role: 'client' | 'worker', id: string | undefined, picked: PickedUser | undefined) {
  const isUnknown = id !== undefined && picked?.id !== id;
  const query = { [`${role}_id`]: id, limit: 1 };
  const { data } = useQuery({ ...apiQuery('GET /tickets', { query }), enabled: isUnknown });
  return isUnknown ? data?.items[0]?.[`${role}_name`] : picked?.name;
}
