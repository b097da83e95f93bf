import { Group, Stack, Table, Text } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import type { Absence, PlannedWorker, Planner } from '../../contract/schemas.ts';
import { formatDayOfMonth } from '../../features/planning/period-text.ts';
import { shortWeekdayName } from '../../i18n/dates.ts';
import { localDate } from '../../lib/calendar-date.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { IsolatedName } from '../../ui/isolated-name.tsx';
import { UserAvatar } from '../../ui/user-avatar.tsx';
import { ScrollBox } from '../numbers/scroll-box.tsx';
import { isVisit, jobOfVisit, keyOf, type PlanHandler } from './jobs.ts';
import { type Day, isAwayOn, isOnDay } from './shown-days.ts';
import { usePlannerTexts } from './texts/texts.ts';
import type { Drag } from './use-drag.ts';
import { BusyTime, Visit } from './visit.tsx';

const personWidthPx = 136;
/** A day has room for a time and a few words; narrower ones scroll sideways. */
const minDayWidthPx = 106;

interface Props {
  planner: Planner;
  days: readonly Day[];
  drag: Drag;
  onPlan: PlanHandler;
}

/** A table with a row for each person and a column for each day. A job that is dropped into a cell is planned there. */
export function PlannerGrid({ planner: { workers, unassigned }, days, drag, onPlan }: Props) {
  const texts = usePlannerTexts();
  const me = useCurrentUser();
  const today = localDate(new Date());
  const visits = unassigned.filter((visit) => days.some((day) => isOnDay(visit, day)));
  return (
    <ScrollBox labelledBy="days">
      <Table
        layout="fixed"
        withTableBorder
        withColumnBorders
        verticalSpacing={6}
        horizontalSpacing={6}
        className="planner-table"
        miw={personWidthPx + days.length * minDayWidthPx}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" w={personWidthPx}>
              {texts.person}
            </Table.Th>
            {days.map(({ date, begins }) => (
              <Table.Th key={date} scope="col" aria-current={date === today ? 'date' : undefined}>
                {shortWeekdayName(begins.getDay())} {formatDayOfMonth(begins)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {(visits.length > 0 || me.role !== 'worker') && (
            <Row name={texts.unassigned} workerId={null} days={days} appointments={visits} drag={drag} onPlan={onPlan} />
          )}
          {workers.map(({ id, name, open, absences, appointments }) => (
            <Row
              key={id}
              name={name}
              workerId={id}
              open={open}
              days={days}
              absences={absences}
              appointments={appointments}
              drag={drag}
              onPlan={onPlan}
            />
          ))}
          {workers.length === 0 && (
            <Table.Tr>
              <Table.Td colSpan={days.length + 1}>
                <Text c="dimmed">{texts.nobody}</Text>
              </Table.Td>
            </Table.Tr>
          )}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}

interface RowProps {
  name: string;
  /** null: of the requests without a worker */
  workerId: string | null;
  open?: number;
  days: readonly Day[];
  absences?: readonly Absence[];
  appointments: PlannedWorker['appointments'];
  drag: Drag;
  onPlan: PlanHandler;
}

function Row({ name, workerId, open, days, absences = [], appointments, drag, onPlan }: RowProps) {
  const texts = usePlannerTexts();
  const isRefused = drag.job !== undefined && !drag.takes(workerId);
  return (
    <Table.Tr className={isRefused ? 'planner-row refused' : 'planner-row'}>
      <Table.Th scope="row">
        <Group gap={6} wrap="nowrap">
          {workerId && <UserAvatar id={workerId} name={name} />}
          <div>
            <IsolatedName name={name} />
            {open !== undefined && (
              <Text size="xs" c="dimmed" fw="normal">
                {isRefused ? texts.refused : texts.open(open)}
              </Text>
            )}
          </div>
        </Group>
      </Table.Th>
      {days.map((day) => (
        <Cell
          key={day.date}
          day={day}
          workerId={workerId}
          absence={absences.find((absence) => isAwayOn(absence, day.date))}
          appointments={appointments.filter((one) => isOnDay(one, day))}
          drag={drag}
          onPlan={onPlan}
        />
      ))}
    </Table.Tr>
  );
}

interface CellProps extends Pick<RowProps, 'workerId' | 'appointments' | 'drag' | 'onPlan'> {
  day: Day;
  absence: Absence | undefined;
}

function Cell({ day, workerId, absence, appointments, drag, onPlan }: CellProps) {
  const [isOver, setOver] = useState(false);
  const { job } = drag;
  const isTarget = job !== undefined && drag.takes(workerId) && drag.isPossibleDay(day);
  function allowDrop(event: DragEvent): void {
    if (!isTarget) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    setOver(true);
  }
  function drop(event: DragEvent): void {
    setOver(false);
    if (!isTarget) return;
    event.preventDefault();
    onPlan(job, { workerId, day: day.begins });
  }
  const names = [absence && 'away', isTarget && 'takes', isTarget && isOver && 'over', !drag.isPossibleDay(day) && 'past'];
  return (
    <Table.Td
      className={names.filter(Boolean).join(' ') || undefined}
      data-day={day.date}
      onDragOver={allowDrop}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Stack gap={6} mih={44} className="planner-cell">
        {absence && <Away absence={absence} />}
        {appointments.map((one, index) =>
          isVisit(one) ? (
            <Visit key={keyOf(one, index)} job={jobOfVisit(one, workerId ?? undefined)} drag={drag} onPlan={onPlan} />
          ) : (
            <BusyTime key={keyOf(one, index)} time={one} />
          ),
        )}
      </Stack>
    </Table.Td>
  );
}

function Away({ absence: { note } }: { absence: Absence }) {
  const texts = usePlannerTexts();
  return (
    <Text size="xs" fw={600} c="var(--warning)" title={note || undefined}>
      {texts.away}
    </Text>
  );
}
