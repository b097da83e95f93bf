import { Table } from '@mantine/core';
import type { Stats } from '../../contract/schemas.ts';
import { formatHour, shortWeekdayName } from '../../i18n/dates.ts';
import { useIsNarrow } from '../../ui/use-breakpoint.ts';
import { NumberLink } from './number-link.tsx';
import { ScrollBox } from './scroll-box.tsx';

const weekdays = [1, 2, 3, 4, 5, 6, 7];
const hours = Array.from({ length: 24 }, (_, hour) => hour);
/** Of the accent in the cell with the most requests; text on it is legible in both color schemes. */
const maxShadePercent = 45;

interface Props {
  labelledBy: string;
  cells: Stats['by_hour'];
  /** the first day of the range */
  from: string;
}

/** When requests are created, as a heat map. Each cell has its number, so that no color is needed. On phones, a column is a day. */
export function HourTable({ labelledBy, cells, from }: Props) {
  const isNarrow = useIsNarrow();
  const counts = new Map(cells.map(({ weekday, hour, created }) => [`${weekday} ${hour}`, created]));
  const most = Math.max(...counts.values());
  const cell = (weekday: number, hour: number) => {
    const count = counts.get(`${weekday} ${hour}`) ?? 0;
    const shade = Math.round((maxShadePercent * count) / most);
    return (
      <Table.Td
        key={`${weekday} ${hour}`}
        ta="center"
        px={2}
        py={6}
        bg={count === 0 ? undefined : `color-mix(in srgb, var(--accent) ${shade}%, var(--card-background))`}
      >
        {count > 0 && (
          <NumberLink
            count={count}
            filters={{ counted: 'created', counted_from: from, created_weekday: String(weekday), created_hour: String(hour) }}
          />
        )}
      </Table.Td>
    );
  };
  const [columns, rows] = isNarrow ? [weekdays, hours] : [hours, weekdays];
  const nameOf = (values: number[], value: number): string =>
    values === weekdays ? shortWeekdayName(value % 7) : formatHour(value);
  return (
    <ScrollBox labelledBy={labelledBy}>
      <Table aria-labelledby={labelledBy} className="numbers heat-map" withColumnBorders>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            {columns.map((column) => (
              <Table.Th key={column} scope="col" ta="center" px={2}>
                {nameOf(columns, column)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row}>
              <Table.Th scope="row" py={6} px={4} style={{ whiteSpace: 'nowrap' }}>
                {nameOf(rows, row)}
              </Table.Th>
              {columns.map((column) => (isNarrow ? cell(column, row) : cell(row, column)))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}
