import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../api/queries.ts';
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
  // A link to this page holds the id only; the name is looked for among the first hundred.
  const known = useRead('GET /users', { query: { role, limit: 100, include_inactive: '1' } });
  const name = picked?.id === id ? picked?.name : known.data?.items.find((user) => user.id === id)?.name;
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
