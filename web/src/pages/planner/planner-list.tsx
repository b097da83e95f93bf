import { Stack, Text, Title } from '@mantine/core';
import type { PlannedWorker, Planner } from '../../contract/schemas.ts';
import { formatDay } from '../../i18n/dates.ts';
import { IsolatedName } from '../../ui/isolated-name.tsx';
import { isVisit, jobOfVisit, keyOf, type PlanHandler } from './jobs.ts';
import { type Day, isAwayOn, isOnDay } from './shown-days.ts';
import { usePlannerTexts } from './texts/texts.ts';
import { BusyTime, Visit } from './visit.tsx';

interface Props {
  planner: Planner;
  days: readonly Day[];
  onPlan: PlanHandler;
}

/** The days one below the other, each with the people who have something or are away. */
export function PlannerList({ planner: { workers, unassigned }, days, onPlan }: Props) {
  const texts = usePlannerTexts();
  return (
    <div>
      {days.map((day) => {
        const visits = unassigned.filter((visit) => isOnDay(visit, day));
        const shown = workers.filter(({ appointments, absences }) => isShown(appointments, absences, day));
        return (
          <Stack key={day.date} component="section" gap="xs" mb="lg" aria-labelledby={`day-${day.date}`}>
            <Title order={3} size="h3" id={`day-${day.date}`}>
              {formatDay(day.begins)}
            </Title>
            {visits.length > 0 && <Person name={texts.unassigned} appointments={visits} isAway={false} onPlan={onPlan} />}
            {shown.map(({ id, name, appointments, absences }) => (
              <Person
                key={id}
                id={id}
                name={name}
                appointments={appointments.filter((one) => isOnDay(one, day))}
                isAway={absences.some((absence) => isAwayOn(absence, day.date))}
                onPlan={onPlan}
              />
            ))}
            {visits.length + shown.length === 0 && (
              <Text size="sm" c="dimmed">
                {texts.nothing}
              </Text>
            )}
          </Stack>
        );
      })}
    </div>
  );
}

const isShown = (appointments: PlannedWorker['appointments'], absences: PlannedWorker['absences'], day: Day): boolean =>
  appointments.some((one) => isOnDay(one, day)) || absences.some((absence) => isAwayOn(absence, day.date));

interface PersonProps {
  id?: string;
  name: string;
  appointments: PlannedWorker['appointments'];
  isAway: boolean;
  onPlan: PlanHandler;
}

function Person({ id, name, appointments, isAway, onPlan }: PersonProps) {
  const texts = usePlannerTexts();
  return (
    <Stack gap={4}>
      <Text size="sm">
        <IsolatedName name={name} />
        {isAway && (
          <Text span inherit c="var(--warning)">
            {' '}
            · {texts.away}
          </Text>
        )}
      </Text>
      {appointments.map((one, index) =>
        isVisit(one) ? (
          <Visit key={keyOf(one, index)} job={jobOfVisit(one, id)} drag={undefined} onPlan={onPlan} />
        ) : (
          <BusyTime key={keyOf(one, index)} time={one} />
        ),
      )}
    </Stack>
  );
}
