import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reading } from '../../api/queries.ts';
import { type PickedUser, UserPicker } from '../../parts/user-picker.tsx';
import { useWords } from '../../words/index.ts';
import { PickFilter } from './pick-filter.tsx';

interface Props {
  of: 'client' | 'worker';
  label: string;
  id: string | undefined;
  onPick: (id: string) => void;
}

export function PersonFilter({ of: role, label, id, onPick }: Props) {
  const words = useWords();
  const [picked, setPicked] = useState<PickedUser>();
  const name = useNameOf(role, id, picked);
  return (
    <PickFilter label={label} value={id && (name ?? id.slice(0, 8))} onClear={() => onPick('')}>
      {(close) => (
        <UserPicker
          of={role}
          label={words.app.search}
          onPick={(user) => {
            setPicked(user);
            onPick(user?.id ?? '');
            close();
          }}
        />
      )}
    </PickFilter>
  );
}

/** A link to this page holds the id only; a request of theirs tells the name. */
function useNameOf(role: 'client' | 'worker', id: string | undefined, picked: PickedUser | undefined) {
  const isUnknown = id !== undefined && picked?.id !== id;
  const query = { [`${role}_id`]: id, limit: 1 };
  const { data } = useQuery({ ...reading('GET /tickets', { query }), enabled: isUnknown });
  return isUnknown ? data?.items[0]?.[`${role}_name`] : picked?.name;
}
