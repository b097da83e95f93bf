import type { Stats } from '../../contract/schemas.ts';
import { formatDay } from '../../i18n/dates.ts';
import { localDate, startOfLocalDay } from '../../lib/calendar-date.ts';
import { NumberLink } from './number-link.tsx';
import { NumberTable } from './number-table.tsx';
import { useNumberTexts } from './texts/texts.ts';

const kinds = ['created', 'closed', 'canceled', 'reworked'] as const;

/** What the chart shows, and the lists of its numbers. @param from the first day of the range, within the first week */
export function WeekTable({ buckets, from }: { buckets: Stats['buckets']; from: string }) {
  const texts = useNumberTexts();
  const rows = buckets.toReversed().map(({ from: start, created, closed, canceled, reworked }) => {
    const monday = localDate(new Date(start));
    const range = {
      counted_from: monday < from ? from : monday,
      counted_to: localDate(new Date(startOfLocalDay(monday, 6))),
    };
    const counts = { created, closed, canceled, reworked };
    const links = kinds.map((counted) => <NumberLink key={counted} count={counts[counted]} filters={{ counted, ...range }} />);
    return { key: start, cells: [formatDay(start), ...links] };
  });
  return <NumberTable labelledBy="by-week" head={[texts.week, ...kinds.map((kind) => texts[kind])]} rows={rows} />;
}
