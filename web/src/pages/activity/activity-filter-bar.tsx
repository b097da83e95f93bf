import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../api/queries.ts';
import type { ObjectListItem, Project } from '../../contract/schemas.ts';
import { AccountFilter } from '../../features/account-filter.tsx';
import { timeZone } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { DateFilter } from '../../ui/date-filter.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import { FilterWithDialog } from '../../ui/filter-with-dialog.tsx';
import { SearchableList } from '../../ui/searchable-list.tsx';
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
  const preset = presetOf(filters, new Date());
  const [choosesDates, setChoosesDates] = useState(false);
  const showsDates = preset === 'dates' || choosesDates;
  const change = (part: Record<string, string>): void => onChange(readFilters({ ...filters, ...part }));
  function choose(value: string): void {
    setChoosesDates(value === 'dates');
    if (value === 'any') change({ from: '', to: '' });
    const chosen = dayPresets.find((one) => one === value);
    if (chosen) change(daysOf(chosen, new Date()));
  }
  return (
    <FilterBox
      count={Object.keys(filters).length}
      hint={filters.from || filters.to ? messages.app.timeZone(timeZone()) : undefined}
      onClear={() => {
        setChoosesDates(false);
        onChange({});
      }}
    >
      <NativeSelect
        label={texts.days}
        value={showsDates ? 'dates' : preset}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={(['any', ...dayPresets, 'dates'] as const).map((value) => ({ value, label: texts.presets[value] }))}
      />
      {showsDates && <DateFilter label={texts.from} date={filters.from} onChange={(from) => change({ from })} />}
      {showsDates && <DateFilter label={texts.to} date={filters.to} onChange={(to) => change({ to })} />}
      <AccountFilter
        namedIn="activity"
        label={texts.person}
        id={filters.actor_id}
        onSelect={(actor_id) => change({ actor_id })}
        firstRole="worker"
      />
      <NativeSelect
        label={texts.kind}
        value={filters.action ?? ''}
        onChange={({ currentTarget }) => change({ action: currentTarget.value })}
        data={[{ value: '', label: texts.anyKind }, ...activityKinds.map((value) => ({ value, label: texts.kinds[value] }))]}
      />
      <ProjectFilter id={filters.project_id} onSelect={(project_id) => change({ project_id, object_id: '' })} />
      <BuildingFilter id={filters.object_id} projectId={filters.project_id} onSelect={(object_id) => change({ object_id })} />
    </FilterBox>
  );
}

interface PlaceProps {
  id: string | undefined;
  onSelect: (id: string) => void;
}

function ProjectFilter({ id, onSelect }: PlaceProps) {
  const messages = useMessages();
  const me = useCurrentUser();
  const texts = useActivityTexts();
  const project = useQuery({ ...apiQuery('GET /projects/{id}', { params: { id: Number(id) } }), enabled: id !== undefined });
  return (
    <FilterWithDialog label={texts.project} value={id && (project.data?.name ?? `#${id}`)} onClear={() => onSelect('')}>
      {(close) => (
        <SearchableList<Project>
          label={messages.app.search}
          search={(query) => apiQuery('GET /ext/projects', { query })}
          toOption={({ id: key, name, client_name }) => ({
            key,
            name,
            detail: me.role === 'admin' ? client_name : '',
            onSelect: () => {
              onSelect(String(key));
              close();
            },
          })}
        />
      )}
    </FilterWithDialog>
  );
}

function BuildingFilter({ id, projectId, onSelect }: PlaceProps & { projectId: string | undefined }) {
  const messages = useMessages();
  const texts = useActivityTexts();
  const object = useQuery({ ...apiQuery('GET /ext/objects', { query: { id: Number(id) } }), enabled: id !== undefined });
  return (
    <FilterWithDialog label={texts.building} value={id && (object.data?.items[0]?.name ?? `#${id}`)} onClear={() => onSelect('')}>
      {(close) => (
        <SearchableList<ObjectListItem>
          label={messages.app.search}
          search={(query) =>
            apiQuery('GET /ext/objects', { query: { ...query, ...(projectId && { project_id: Number(projectId) }) } })
          }
          toOption={({ id: key, name, address, project_name }) => ({
            key,
            name,
            detail: `${address} · ${project_name}`,
            onSelect: () => {
              onSelect(String(key));
              close();
            },
          })}
        />
      )}
    </FilterWithDialog>
  );
}
