import { Group } from '@mantine/core';
import { useState } from 'react';
import type { ActivityEntry } from '../../contract/schemas.ts';
import { AccountChip, AccountFilter } from '../../features/filters/account-filter.tsx';
import { DaysFilter } from '../../features/filters/days-filter.tsx';
import { ValueFilter } from '../../features/filters/filter-button.tsx';
import { daysText } from '../../features/filters/filter-day.ts';
import { FilterMenu } from '../../features/filters/filter-menu.tsx';
import { type ActiveFilter, FilterRow } from '../../features/filters/filter-row.tsx';
import { placeFilters } from '../../features/filters/name-chip.tsx';
import { BuildingFilter, ProjectFilter } from '../../features/filters/place-filters.tsx';
import type { SelectedUser } from '../../features/user-picker.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { useActivityTexts } from './texts/texts.ts';
import { type ActivityFilters, activityKinds, dayPresets, daysOf, presetOf, readFilters } from './url-filters.ts';

interface Props {
  filters: ActivityFilters;
  onChange: (filters: ActivityFilters) => void;
}

/** The filters of the activity. */
export function ActivityFilterBar({ filters, onChange }: Props) {
  const messages = useMessages();
  const texts = useActivityTexts();
  const [person, setPerson] = useState<SelectedUser>();
  const { actor_id, action, project_id, object_id, from, to } = filters;
  const preset = presetOf(filters, new Date());
  const change = (part: Record<string, string>): void => onChange(readFilters({ ...filters, ...part }));
  const one = (name: keyof ActivityFilters, chip: ActiveFilter['chip']): ActiveFilter => ({
    ...{ key: name, chip, remove: () => change({ [name]: '' }) },
  });
  const active: ActiveFilter[] = [
    ...(from || to
      ? [
          {
            key: 'days',
            chip: `${texts.days}: ${preset ? texts.presets[preset] : daysText(from, to)}`,
            remove: () => change({ from: '', to: '' }),
          },
        ]
      : []),
    ...(actor_id
      ? [
          one('actor_id', (remove) => (
            <AccountChip namedIn="activity" last={person} label={texts.person} id={actor_id} onRemove={remove} />
          )),
        ]
      : []),
    ...(action ? [one('action', `${texts.kind}: ${texts.kinds[action as ActivityEntry['action']]}`)] : []),
    ...placeFilters(filters, messages, (name) => change({ [name]: '' })),
  ];
  return (
    <FilterRow active={active} onClear={() => onChange({})}>
      <FilterMenu count={active.length}>
        <Group gap={6} className="chips">
          <DaysFilter
            label={texts.days}
            labels={texts}
            from={from}
            to={to}
            onFrom={(day) => change({ from: day })}
            onTo={(day) => change({ to: day })}
            presets={{
              values: dayPresets,
              labels: texts.presets,
              selected: preset,
              onSelect: (name) => change(daysOf(name, new Date())),
            }}
          />
          <AccountFilter
            label={texts.person}
            selected={actor_id}
            onSelect={(user) => {
              setPerson(user);
              change({ actor_id: user.id });
            }}
            firstRole="worker"
          />
          <ValueFilter
            label={texts.kind}
            values={activityKinds}
            labels={texts.kinds}
            selected={action}
            onSelect={(value) => change({ action: value })}
          />
          <ProjectFilter
            selected={[project_id]}
            onSelect={(id, close) => {
              change({ project_id: id, object_id: '' });
              close();
            }}
          />
          <BuildingFilter
            selected={[object_id]}
            projectId={project_id}
            onSelect={(id, close) => {
              change({ object_id: id });
              close();
            }}
          />
        </Group>
      </FilterMenu>
    </FilterRow>
  );
}
