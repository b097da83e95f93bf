import { NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../api/queries.ts';
import { type Role, roles } from '../contract/enums.ts';
import type { AuditEventPage } from '../contract/schemas.ts';
import { useMessages } from '../i18n/locale.ts';
import { useCurrentUser } from '../session/session-store.ts';
import { FilterWithDialog } from '../ui/filter-with-dialog.tsx';
import { type SelectedUser, UserPicker } from './user-picker.tsx';

/** Whether the account caused an event of the audit log or is what the event is about, or did something with a ticket. */
type Source = 'actor' | 'subject' | 'activity';

interface Props {
  /** where the name of an account is read */
  namedIn: Source;
  label: string;
  id: string | undefined;
  onSelect: (id: string) => void;
  /** shown while none is selected */
  noneLabel?: string;
  /** of the accounts that are offered first */
  firstRole?: Role;
}

/** Filters by an account: for admins of any role, also a disabled one, and for clients by a worker. */
export function AccountFilter({ namedIn, label, id, onSelect, noneLabel, firstRole = 'admin' }: Props) {
  const messages = useMessages();
  const me = useCurrentUser();
  const isAdmin = me.role === 'admin';
  const [selected, setSelected] = useState<SelectedUser>();
  const [role, setRole] = useState<Role>(firstRole);
  const known = [selected, me].find((one) => one?.id === id);
  const readName = useReadName(namedIn, known ? undefined : id);
  const name = known?.name ?? readName;
  return (
    <FilterWithDialog
      label={label}
      value={id && (name || id.slice(0, 8))}
      onClear={() => onSelect('')}
      {...(noneLabel && { noneLabel })}
    >
      {(close) => (
        <Stack gap="xs">
          {isAdmin && (
            <NativeSelect
              label={messages.people.role}
              value={role}
              onChange={(event) => setRole(event.currentTarget.value as Role)}
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

/** A URL has the id only: the name is read from an entry, and of an account without any from the event of its creation. */
function useReadName(source: Source, id: string | undefined): string | undefined {
  const isOfActivity = source === 'activity';
  const relation = isOfActivity ? 'actor' : source;
  const options = (by: Relation) => apiQuery('GET /ext/audit', { query: { [`${by}_id`]: id, limit: 1 } });
  const entry = useQuery({
    ...apiQuery('GET /ext/activity', { query: { limit: 1, ...(id && { actor_id: id }) } }),
    enabled: id !== undefined && isOfActivity,
  });
  const first = useQuery({ ...options(relation), enabled: id !== undefined && !isOfActivity });
  const isUnnamed = first.isSuccess && nameIn(first.data, relation) === undefined;
  const second = useQuery({ ...options('subject'), enabled: id !== undefined && source === 'actor' && isUnnamed });
  if (id === undefined) return undefined;
  if (isOfActivity) return entry.data?.items[0]?.actor.name;
  return nameIn(first.data, relation) ?? nameIn(second.data, 'subject');
}

type Relation = Exclude<Source, 'activity'>;

const nameIn = (page: AuditEventPage | undefined, relation: Relation): string | undefined => page?.items[0]?.[`${relation}_name`];
