import { Table, Text } from '@mantine/core';
import { useState } from 'react';
import { weekdayName } from '../../../i18n/dates.ts';
import { localDate } from '../../../lib/calendar-date.ts';
import type { Month } from './month.ts';
import { weeksOf } from './month.ts';
import { type CalendarRun, RunList, type ShiftHandler } from './run-list.tsx';
import { runsByDay } from './runs-by-day.ts';
import { isPossibleShift } from './shift-target.ts';

/** Monday first, as `Date.getDay` numbers them. */
const weekdays = [1, 2, 3, 4, 5, 6, 0];

interface Props {
  month: Month;
  runs: readonly CalendarRun[];
  onShift: ShiftHandler;
}

/** A month as a table with a row for each week. A run that is dragged onto another day is shifted. */
export function MonthTable({ month, runs, onShift }: Props) {
  const byDay = runsByDay(runs);
  const [dragged, setDragged] = useState<CalendarRun>();
  return (
    <Table layout="fixed" withTableBorder withColumnBorders verticalSpacing="xs" aria-labelledby="month">
      <Table.Thead>
        <Table.Tr>
          {weekdays.map((weekday) => (
            <Table.Th key={weekday} scope="col">
              {weekdayName(weekday)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {weeksOf(month).map((week, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: weeks have no other key
          <Table.Tr key={index} style={{ verticalAlign: 'top' }}>
            {week.map((day, weekday) => (
              <Day
                // biome-ignore lint/suspicious/noArrayIndexKey: days of other months have no number
                key={weekday}
                month={month}
                day={day}
                runs={byDay.get(day ?? 0) ?? []}
                dragged={dragged}
                onDrag={setDragged}
                onShift={onShift}
              />
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface DayProps extends Props {
  /** undefined: a day of another month */
  day: number | undefined;
  dragged: CalendarRun | undefined;
  onDrag: (run: CalendarRun | undefined) => void;
}

function Day({ month: { year, month }, day, runs, dragged, onDrag, onShift }: DayProps) {
  const [isOver, setOver] = useState(false);
  const date = day && localDate(new Date(year, month, day));
  const target = date && dragged && isPossibleShift(dragged, date, new Date()) ? date : undefined;
  return (
    <Table.Td
      style={{ overflowWrap: 'anywhere' }}
      bg={isOver && target ? 'var(--accent-soft)' : undefined}
      onDragOver={(event) => {
        if (!target) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!target || !dragged) return;
        event.preventDefault();
        onShift(dragged, target);
      }}
    >
      {day && <Text size="sm">{day}</Text>}
      {day && <RunList runs={runs} onShift={onShift} onDrag={onDrag} />}
    </Table.Td>
  );
}
