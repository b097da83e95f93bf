import { Box, Button, Group, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { apiQuery } from '../../api/queries.ts';
import { FilterRow } from '../../features/filters/filter-row.tsx';
import { placeFilters } from '../../features/filters/name-chip.tsx';
import { ProjectFilter } from '../../features/filters/place-filters.tsx';
import { formatDay, timeZone } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/locale.ts';
import { localDate } from '../../lib/calendar-date.ts';
import { idParameter } from '../../lib/search-parameters.ts';
import { mayWrite } from '../../session/acting.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { useIsNarrow } from '../../ui/use-breakpoint.ts';
import type { Job, Target } from './jobs.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { PlannerGrid } from './planner-grid.tsx';
import { PlannerList } from './planner-list.tsx';
import { PrintPages, useIsPrinting } from './print-pages.tsx';
import { daysOf, firstDayOf, neighbours, parseView, utcDaysOf, views } from './shown-days.ts';
import { usePlannerTexts } from './texts/texts.ts';
import { UnplannedList } from './unplanned-list.tsx';
import { useDrag } from './use-drag.ts';

/** Who is where on which day, and what nobody has planned. Jobs are dragged onto people and days, or moved in a dialog. */
export function PlannerPage() {
  const messages = useMessages();
  const texts = usePlannerTexts();
  const me = useCurrentUser();
  const isNarrow = useIsNarrow();
  const search = useSearch({ from: '/signed-in/planner' });
  const [name, setName] = useState('');
  const [planned, setPlanned] = useState<{ job: Job; target: Target }>();
  const drag = useDrag();
  const isPrinting = useIsPrinting();
  const view = parseView(search.view);
  const first = firstDayOf(view, search.date, new Date());
  const days = daysOf(view, first);
  const project = idParameter(search.project_id);
  const query = { ...utcDaysOf(days), ...(project && { project_id: Number(project) }) };
  const planner = useQuery({ ...apiQuery('GET /ext/planner', { query }), placeholderData: keepPreviousData });
  const words = name.trim().toLocaleLowerCase();
  const shown = planner.data && {
    ...planner.data,
    workers: planner.data.workers.filter((worker) => worker.name.toLocaleLowerCase().includes(words)),
  };
  const plan = (job: Job, target: Target = {}): void => setPlanned({ job, target });
  return (
    <PageLayout
      title={messages.nav.planner}
      lead={`${isNarrow || me.role === 'worker' || !mayWrite ? '' : `${texts.lead} `}${messages.app.timeZone(timeZone())}`}
      views={
        <Button variant="default" onClick={() => print()}>
          {texts.print}
        </Button>
      }
      wide
    >
      <Box className="planner-screen">
        <PeriodBar first={first} last={days.at(-1)?.begins ?? first} />
        <Filters project={me.role === 'worker' ? undefined : project} name={name} onName={setName} />
        {planner.isPending && <ListSkeleton />}
        {planner.isError && !shown && <ErrorState error={planner.error} retry={() => void planner.refetch()} />}
        {shown && (
          <div className="planner">
            {isNarrow ? (
              <PlannerList planner={shown} days={days} onPlan={plan} />
            ) : (
              <PlannerGrid planner={shown} days={days} drag={drag} onPlan={plan} />
            )}
            <UnplannedList planner={shown} drag={isNarrow ? undefined : drag} onPlan={plan} />
          </div>
        )}
      </Box>
      {planned && planner.data && (
        <PlanDialog
          key={planned.job.ticket_id}
          {...planned}
          planner={planner.data}
          days={days}
          onClose={() => setPlanned(undefined)}
        />
      )}
      {isPrinting && shown && <PrintPages planner={shown} days={days} />}
    </PageLayout>
  );
}

/** Which days are shown, with links to those before and after, and to other lengths. */
function PeriodBar({ first, last }: { first: Date; last: Date }) {
  const texts = usePlannerTexts();
  const search = useSearch({ from: '/signed-in/planner' });
  const view = parseView(search.view);
  const { previous, next } = neighbours(view, first);
  const today = localDate(new Date());
  const links = [
    { text: texts.previous, date: previous },
    { text: texts.today, date: today },
    { text: texts.next, date: next },
  ];
  return (
    <Group justify="space-between" mb="md" gap="sm">
      <Title order={2} id="days" aria-live="polite">
        {view === 'day' ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)}`}
      </Title>
      <Group gap="xs">
        <Group component="nav" gap={4} aria-label={texts.length}>
          {views.map((one) => (
            <LinkButton
              key={one}
              variant={one === view ? 'light' : 'subtle'}
              px="sm"
              to="/planner"
              search={{ ...search, view: one }}
              aria-current={one === view ? 'true' : undefined}
              resetScroll={false}
            >
              {texts.views[one]}
            </LinkButton>
          ))}
        </Group>
        <Group component="nav" gap="xs" aria-labelledby="days">
          {links.map(({ text, date }) => (
            <LinkButton key={text} variant="default" px="sm" to="/planner" search={{ ...search, view, date }} resetScroll={false}>
              {text}
            </LinkButton>
          ))}
        </Group>
      </Group>
    </Group>
  );
}

interface FiltersProps {
  project: string | undefined;
  name: string;
  onName: (name: string) => void;
}

function Filters({ project, name, onName }: FiltersProps) {
  const messages = useMessages();
  const texts = usePlannerTexts();
  const me = useCurrentUser();
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/planner' });
  const show = (project_id: string | undefined): void =>
    void navigate({ to: '/planner', search: { ...search, project_id }, replace: true });
  return (
    <FilterRow
      search={{ text: name, onText: onName, label: texts.findPerson }}
      active={placeFilters({ project_id: project }, messages, () => show(undefined))}
      onClear={() => show(undefined)}
    >
      {me.role !== 'worker' && (
        <ProjectFilter
          selected={[project]}
          onSelect={(id, close) => {
            show(id);
            close();
          }}
        />
      )}
    </FilterRow>
  );
}
