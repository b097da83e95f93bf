import type { Stats } from '../../contract/schemas.ts';
import { formatDay } from '../../i18n/dates.ts';
import { localDate, startOfLocalDay } from '../../lib/calendar-date.ts';
import { CreatedLink } from './created-link.tsx';
import { NumberTable } from './number-table.tsx';
import { useNumberTexts } from './texts/texts.ts';

/** What the chart shows, and the lists of its numbers. @param from the first day of the range, within the first week */
export function WeekTable({ buckets, from }: { buckets: Stats['buckets']; from: string }) {
  const texts = useNumberTexts();
  const rows = buckets.toReversed().map(({ from: start, created, closed, canceled, reworked }) => {
    const monday = localDate(new Date(start));
    const filters = { date_from: monday < from ? from : monday, date_to: localDate(new Date(startOfLocalDay(monday, 6))) };
    const link = <CreatedLink key="created" count={created} filters={filters} />;
    return { key: start, cells: [formatDay(start), link, closed, canceled, reworked] };
  });
  return (
    <NumberTable
      labelledBy="by-week"
      head={[texts.week, texts.created, texts.closed, texts.canceled, texts.reworked]}
      rows={rows}
    />
  );
}
