import { Table, Text } from '@mantine/core';
import { weekdayName } from '../../../i18n/dates.ts';
import type { Month } from './month.ts';
import { weeksOf } from './month.ts';
import { type CalendarRun, RunList } from './run-list.tsx';
import { runsByDay } from './runs-by-day.ts';

/** Monday first, as `Date.getDay` numbers them. */
const weekdays = [1, 2, 3, 4, 5, 6, 0];

/** A month as a table with a row for each week. */
export function MonthTable({ month, runs }: { month: Month; runs: readonly CalendarRun[] }) {
  const byDay = runsByDay(runs);
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
              // biome-ignore lint/suspicious/noArrayIndexKey: days of other months have no number
              <Table.Td key={weekday} style={{ overflowWrap: 'anywhere' }}>
                {day && <Text size="sm">{day}</Text>}
                {day && <RunList runs={byDay.get(day) ?? []} />}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
