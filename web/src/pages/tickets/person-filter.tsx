import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reading } from '../../api/queries.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { UserPicker } from '../../parts/user-picker.tsx';
import { useWords } from '../../words/index.ts';

interface Props {
  of: 'client' | 'worker';
  label: string;
  id: string | undefined;
  onPick: (id: string) => void;
}

/** There may be thousands of people: they are searched, not listed. */
export function PersonFilter({ of: role, label, id, onPick }: Props) {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  const [picked, setPicked] = useState<{ id: string; name: string }>();
  const name = useNameOf(role, id, picked);
  return (
    <div className="person-filter">
      <span className="legend">{label}</span>
      <Button
        variant="default"
        fullWidth
        justify="flex-start"
        onClick={() => setOpen(true)}
        aria-label={`${label}: ${id ? (name ?? id) : words.list.any}`}
      >
        {id ? (name ?? id.slice(0, 8)) : words.list.any}
      </Button>
      {isOpen && (
        <Dialog title={label} onClose={() => setOpen(false)}>
          {id && (
            <Button
              variant="subtle"
              onClick={() => {
                onPick('');
                setOpen(false);
              }}
            >
              {words.list.any}
            </Button>
          )}
          <UserPicker
            of={role}
            label={words.app.search}
            onPick={(user) => {
              setPicked(user);
              onPick(user?.id ?? '');
              setOpen(false);
            }}
          />
        </Dialog>
      )}
    </div>
  );
}

/** A link to this page holds the id only; a request of theirs tells the name. */
function useNameOf(role: 'client' | 'worker', id: string | undefined, picked: { id: string; name: string } | undefined) {
  const isUnknown = id !== undefined && picked?.id !== id;
  const query = { [`${role}_id`]: id, limit: 1 };
  const { data } = useQuery({ ...reading('GET /tickets', { query }), enabled: isUnknown });
  return isUnknown ? data?.items[0]?.[`${role}_name`] : picked?.name;
}
