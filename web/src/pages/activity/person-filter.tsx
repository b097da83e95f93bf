import { NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../api/queries.ts';
import { type Role, roles } from '../../contract/enums.ts';
import { type SelectedUser, UserPicker } from '../../features/user-picker.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { FilterWithDialog } from '../../ui/filter-with-dialog.tsx';
import { useActivityTexts } from './texts/texts.ts';

interface Props {
  id: string | undefined;
  onSelect: (id: string) => void;
}

/** Filters by who did it: for clients a worker, for admins any account. */
export function PersonFilter({ id, onSelect }: Props) {
  const messages = useMessages();
  const texts = useActivityTexts();
  const me = useCurrentUser();
  const isAdmin = me.role === 'admin';
  const [selected, setSelected] = useState<SelectedUser>();
  const [role, setRole] = useState<Role>('worker');
  const isSelected = selected !== undefined && selected.id === id;
  const nameInActivity = useNameInActivity(isSelected || id === me.id ? undefined : id);
  const name = isSelected ? selected.name : id === me.id ? me.name : nameInActivity;
  return (
    <FilterWithDialog label={texts.person} value={id && (name || id.slice(0, 8))} onClear={() => onSelect('')}>
      {(close) => (
        <Stack gap="xs">
          {isAdmin && (
            <NativeSelect
              label={texts.role}
              value={role}
              onChange={({ currentTarget }) => setRole(currentTarget.value as Role)}
              data={roles.map((value) => ({ value, label: messages.labels.rolePlural[value] }))}
            />
          )}
          <UserPicker
            key={role}
            userRole={role}
            label={messages.app.search}
            includesDisabled={isAdmin}
            onSelect={(user) => {
              setSelected(user);
              onSelect(user?.id ?? '');
              close();
            }}
          />
        </Stack>
      )}
    </FilterWithDialog>
  );
}

/** A URL has the id only: the name is read from what the person did last. */
function useNameInActivity(id: string | undefined): string | undefined {
  const last = useQuery({
    ...apiQuery('GET /ext/activity', { query: { limit: 1, ...(id && { actor_id: id }) } }),
    enabled: id !== undefined,
  });
  return id === undefined ? undefined : last.data?.items[0]?.actor.name;
}
