import { NativeSelect } from '@mantine/core';
import { AccountFilter } from '../../features/account-filter.tsx';
import { timeZone } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/locale.ts';
import { DateFilter } from '../../ui/date-filter.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import { useAuditTexts } from './texts/texts.ts';
import { type AuditFilters, auditEvents, readFilters } from './url-filters.ts';

interface Props {
  filters: AuditFilters;
  onChange: (filters: AuditFilters) => void;
}

/** The filters of the audit log. */
export function AuditFilterBar({ filters, onChange }: Props) {
  const messages = useMessages();
  const texts = useAuditTexts();
  const count = Object.keys(filters).length;
  const change = (part: Record<string, string>): void => onChange(readFilters({ ...filters, ...part }));
  return (
    <FilterBox
      count={count}
      hint={filters.from || filters.to ? messages.app.timeZone(timeZone()) : undefined}
      onClear={() => onChange({})}
    >
      <NativeSelect
        label={texts.event}
        value={filters.event ?? ''}
        onChange={(event) => change({ event: event.currentTarget.value })}
        data={[{ value: '', label: messages.list.any }, ...auditEvents.map((value) => ({ value, label: texts.events[value] }))]}
      />
      <AccountFilter namedIn="actor" label={texts.actor} id={filters.actor_id} onSelect={(actor_id) => change({ actor_id })} />
      <AccountFilter
        namedIn="subject"
        label={texts.subject}
        id={filters.subject_id}
        onSelect={(subject_id) => change({ subject_id })}
      />
      <DateFilter label={texts.from} date={filters.from} onChange={(from) => change({ from })} />
      <DateFilter label={texts.to} date={filters.to} onChange={(to) => change({ to })} />
    </FilterBox>
  );
}
