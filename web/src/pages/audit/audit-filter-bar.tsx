import { Group } from '@mantine/core';
import { useState } from 'react';
import { AccountChip, AccountFilter } from '../../features/filters/account-filter.tsx';
import { DaysFilter } from '../../features/filters/days-filter.tsx';
import { ValueFilter } from '../../features/filters/filter-button.tsx';
import { daysText } from '../../features/filters/filter-day.ts';
import { FilterMenu } from '../../features/filters/filter-menu.tsx';
import { type ActiveFilter, FilterRow } from '../../features/filters/filter-row.tsx';
import type { SelectedUser } from '../../features/user-picker.tsx';
import { useAuditTexts } from './texts/texts.ts';
import { type AuditFilters, auditEvents, readFilters } from './url-filters.ts';

interface Props {
  filters: AuditFilters;
  onChange: (filters: AuditFilters) => void;
}

/** The filters of the audit log. */
export function AuditFilterBar({ filters, onChange }: Props) {
  const texts = useAuditTexts();
  const [last, setLast] = useState<SelectedUser>();
  const { event, from, to } = filters;
  const change = (part: Record<string, string>): void => onChange(readFilters({ ...filters, ...part }));
  const accounts = (['actor', 'subject'] as const).map((namedIn) => {
    const name = `${namedIn}_id` as const;
    return { namedIn, name, label: texts[namedIn], id: filters[name] };
  });
  const active: ActiveFilter[] = [
    ...(event ? [{ key: 'event', chip: `${texts.event}: ${texts.events[event]}`, remove: () => change({ event: '' }) }] : []),
    ...accounts.flatMap(({ name, id, ...account }) =>
      id === undefined
        ? []
        : [
            {
              key: name,
              chip: (remove: (text: string) => void) => <AccountChip {...account} last={last} id={id} onRemove={remove} />,
              remove: () => change({ [name]: '' }),
            },
          ],
    ),
    ...(from || to
      ? [{ key: 'days', chip: `${texts.at}: ${daysText(from, to)}`, remove: () => change({ from: '', to: '' }) }]
      : []),
  ];
  return (
    <FilterRow active={active} onClear={() => onChange({})}>
      <FilterMenu count={active.length}>
        <Group gap={6} className="chips">
          <ValueFilter
            label={texts.event}
            values={auditEvents}
            labels={texts.events}
            selected={event}
            onSelect={(value) => change({ event: value })}
          />
          {accounts.map(({ name, label, id }) => (
            <AccountFilter
              key={name}
              label={label}
              selected={id}
              onSelect={(user) => {
                setLast(user);
                change({ [name]: user.id });
              }}
            />
          ))}
          <DaysFilter
            label={texts.at}
            labels={texts}
            from={from}
            to={to}
            onFrom={(day) => change({ from: day })}
            onTo={(day) => change({ to: day })}
          />
        </Group>
      </FilterMenu>
    </FilterRow>
  );
}
