import { Box, Title } from '@mantine/core';
import { formatDay } from '../../../i18n/dates.ts';
import type { Month } from './month.ts';
import { type CalendarRun, RunList, type ShiftHandler } from './run-list.tsx';
import { runsByDay } from './runs-by-day.ts';

interface Props {
  month: Month;
  runs: readonly CalendarRun[];
  onShift: ShiftHandler;
}

/** The days of a month that have runs, one below the other. */
export function DayList({ month: { year, month }, runs, onShift }: Props) {
  return [...runsByDay(runs)].map(([day, ofDay]) => (
    <Box key={day} component="section" mb="md" aria-labelledby={`day-${day}`}>
      <Title order={3} size="h3" id={`day-${day}`}>
        {formatDay(new Date(year, month, day))}
      </Title>
      <RunList runs={ofDay} onShift={onShift} />
    </Box>
  ));
}
