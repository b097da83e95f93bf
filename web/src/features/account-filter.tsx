import { NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../api/queries.ts';
import { type Role, roles } from '../contract/enums.ts';
import type { AuditEventPage } from '../contract/schemas.ts';
import { useMessages } from '../i18n/locale.ts';
import { FilterWithDialog } from '../ui/filter-with-dialog.tsx';
import { type SelectedUser, UserPicker } from './user-picker.tsx';

/** Whether the account caused an event or is what the event is about. */
type Relation = 'actor' | 'subject';

interface Props {
  relation: Relation;
  label: string;
  id: string | undefined;
  onSelect: (id: string) => void;
  /** shown while none is selected */
  noneLabel?: string;
  /** of the accounts that are offered first */
  firstRole?: Role;
}

/** Filters by an account of any role, also a disabled one. */
export function AccountFilter({ relation, label, id, onSelect, noneLabel, firstRole = 'admin' }: Props) {
  const messages = useMessages();
  const [selected, setSelected] = useState<SelectedUser>();
  const [role, setRole] = useState<Role>(firstRole);
  const nameInEvents = useNameInEvents(relation, selected?.id === id ? undefined : id);
  const name = selected?.id === id ? selected?.name : nameInEvents;
  return (
    <FilterWithDialog
      label={label}
      value={id && (name || id.slice(0, 8))}
      onClear={() => onSelect('')}
      {...(noneLabel && { noneLabel })}
    >
      {(close) => (
        <Stack gap="xs">
          <NativeSelect
            label={messages.people.role}
            value={role}
            onChange={(event) => setRole(event.currentTarget.value as Role)}
            data={roles.map((value) => ({ value, label: messages.labels.rolePlural[value] }))}
          />
          <UserPicker
            key={role}
            userRole={role}
            label={messages.app.search}
            includesDisabled
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

/** A URL has the id only: the name is read from an event, and of an account without any from the event of its creation. */
function useNameInEvents(relation: Relation, id: string | undefined): string | undefined {
  const options = (by: Relation) => apiQuery('GET /ext/audit', { query: { [`${by}_id`]: id, limit: 1 } });
  const first = useQuery({ ...options(relation), enabled: id !== undefined });
  const isUnnamed = first.isSuccess && nameIn(first.data, relation) === undefined;
  const second = useQuery({ ...options('subject'), enabled: id !== undefined && relation === 'actor' && isUnnamed });
  if (id === undefined) return undefined;
  return nameIn(first.data, relation) ?? nameIn(second.data, 'subject');
}

const nameIn = (page: AuditEventPage | undefined, relation: Relation): string | undefined => page?.items[0]?.[`${relation}_name`];
