import { NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../api/queries.ts';
import { type Role, roles } from '../../contract/enums.ts';
import type { AuditEventPage } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { type SelectedUser, UserPicker } from '../user-picker.tsx';
import { FilterButton } from './filter-button.tsx';
import { RemoveFilterButton } from './remove-filter-button.tsx';

interface FilterProps {
  label: string;
  selected: string | undefined;
  onSelect: (user: SelectedUser) => void;
  /** of the accounts that are offered first */
  firstRole?: Role;
}

/** Filters by an account: for admins of any role, also a disabled one, and for clients by a worker. */
export function AccountFilter({ label, selected = '', onSelect, firstRole = 'admin' }: FilterProps) {
  const messages = useMessages();
  const isAdmin = useCurrentUser().role === 'admin';
  const [role, setRole] = useState<Role>(firstRole);
  return (
    <FilterButton label={label}>
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
            pressed={[selected]}
            includesDisabled={isAdmin}
            onSelect={(user) => {
              if (user) onSelect(user);
              close();
            }}
          />
        </Stack>
      )}
    </FilterButton>
  );
}

/** Whether the account caused an event of the audit log or is what the event is about, or did something with a ticket. */
type Source = 'actor' | 'subject' | 'activity';

interface ChipProps {
  /** where the name of the account is read */
  namedIn: Source;
  /** the account that was selected last, whose name need not be read */
  last: SelectedUser | undefined;
  label: string;
  id: string;
  onRemove: (text: string) => void;
}

/** The account of a filter that is set. */
export function AccountChip({ namedIn, last, label, id, onRemove }: ChipProps) {
  const me = useCurrentUser();
  const known = [last, me].find((one) => one?.id === id);
  const readName = useReadName(namedIn, known ? undefined : id);
  return <RemoveFilterButton text={`${label}: ${known?.name || readName || id.slice(0, 8)}`} onRemove={onRemove} />;
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
