import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { DateFilter } from '../../components/date-filter.tsx';
import { timeZone } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/locale.ts';
import { AccountFilter } from './account-filter.tsx';
import { type AuditFilters, auditEvents, readFilters } from './url-filters.ts';

interface Props {
  filters: AuditFilters;
  onChange: (filters: AuditFilters) => void;
}

/** The filters of the audit log. On a phone they are collapsed. */
export function AuditFilterBar({ filters, onChange }: Props) {
  const messages = useMessages();
  const count = Object.keys(filters).length;
  // It is not collapsed when the last filter is cleared: often another one is set next.
  const [isOpen, setOpen] = useState(() => count > 0 || matchMedia('(min-width: 761px)').matches);
  const change = (part: Record<string, string>): void => onChange(readFilters({ ...filters, ...part }));
  return (
    <details className="filter-box" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {messages.list.filters} {count > 0 && <span className="tag">{count}</span>}
      </summary>
      <div className="filters">
        <NativeSelect
          label={messages.audit.event}
          value={filters.event ?? ''}
          onChange={(event) => change({ event: event.currentTarget.value })}
          data={[
            { value: '', label: messages.list.any },
            ...auditEvents.map((value) => ({ value, label: messages.audit.events[value] })),
          ]}
        />
        <AccountFilter
          relation="actor"
          label={messages.audit.actor}
          id={filters.actor_id}
          onSelect={(actor_id) => change({ actor_id })}
        />
        <AccountFilter
          relation="subject"
          label={messages.audit.subject}
          id={filters.subject_id}
          onSelect={(subject_id) => change({ subject_id })}
        />
        <DateFilter label={messages.audit.from} date={filters.from} onChange={(from) => change({ from })} />
        <DateFilter label={messages.audit.to} date={filters.to} onChange={(to) => change({ to })} />
        {count > 0 && (
          <Button variant="subtle" onClick={() => onChange({})}>
            {messages.list.clear}
          </Button>
        )}
      </div>
      {(filters.from || filters.to) && <p className="muted small">{messages.app.timeZone(timeZone())}</p>}
    </details>
  );
}
