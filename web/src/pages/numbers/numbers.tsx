import { Box, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { useApiListQuery } from '../../api/queries.ts';
import type { Stats } from '../../contract/schemas.ts';
import { forRoles } from '../../features/for-roles.tsx';
import { formatDay, timeZone } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/locale.ts';
import { localDate, startOfLocalDay } from '../../lib/calendar-date.ts';
import { Fact, Facts } from '../../ui/fact.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import type { CountedKind } from '../tickets/url-filters.ts';
import { formatSpan } from './format-span.ts';
import { GroupTables } from './group-tables.tsx';
import { HourTable } from './hour-table.tsx';
import { DeletedBefore, NumberLink } from './number-link.tsx';
import { NumberSection } from './number-section.tsx';
import { NumberTable } from './number-table.tsx';
import { NumberTiles } from './number-tiles.tsx';
import { OpenByAge } from './open-by-age.tsx';
import { Repeats } from './repeats.tsx';
import { StartPageSwitch } from './start-page-switch.tsx';
import { useNumberTexts } from './texts/texts.ts';
import { WeekTable } from './week-table.tsx';

const CostNumbers = lazyPart(async () => (await import('./cost-numbers.tsx')).CostNumbers);
// The library of the chart is loaded after the numbers.
const WeekChart = lazyPart(() => import('./week-chart.tsx').then((part) => part.WeekChart));

const ranges = [4, 12, 52] as const;
type Weeks = (typeof ranges)[number];

/** How many requests were created and closed, and how long it took, for clients and admins. */
export const NumbersPage = forRoles(['client', 'admin'], Numbers);

function Numbers() {
  const messages = useMessages();
  const texts = useNumberTexts();
  const [weeks, setWeeks] = useState<Weeks>(12);
  const from = startOfLocalDay(localDate(new Date()), -7 * weeks);
  const stats = useApiListQuery('GET /ext/stats', { query: { from, group: 'week', timezone: timeZone() } });
  const data = stats.data;
  return (
    <PageLayout title={texts.title} lead={`${texts.lead} ${messages.app.timeZone(timeZone())}`} wide>
      <Group align="end" gap="8px 24px" mb="md">
        <NativeSelect
          label={texts.range}
          value={weeks}
          onChange={({ target }) => setWeeks(ranges.find((one) => one === Number(target.value)) ?? 12)}
          data={ranges.map((one) => ({ value: String(one), label: texts.weeks[one] }))}
        />
        <StartPageSwitch />
      </Group>
      <QueryState query={stats} height={320} />
      {data && (
        <DeletedBefore value={data.deleted_before}>
          <Contents
            stats={data}
            from={localDate(new Date(from))}
            before={{ from: startOfLocalDay(localDate(new Date()), -14 * weeks), to: from }}
          />
        </DeletedBefore>
      )}
    </PageLayout>
  );
}

/** @param from the first day of the range */
function Contents({ stats, from, before }: ComponentProps<typeof NumberTiles>) {
  const messages = useMessages();
  const texts = useNumberTexts();
  const isEmpty = stats.buckets.every(({ created, closed, reworked }) => created + closed + reworked === 0);
  return (
    <Stack gap="md">
      {stats.deleted_before && stats.deleted_before > startOfLocalDay(from) && (
        <Text c="dimmed">{texts.deleted(formatDay(stats.deleted_before))}</Text>
      )}
      <NumberTiles stats={stats} from={from} before={before} />
      {isEmpty && <Text c="dimmed">{texts.none}</Text>}
      {isEmpty && <OpenByAge classes={stats.open_by_age} />}
      {!isEmpty && (
        <>
          <NumberSection id="by-week" title={texts.byWeek} folded={<WeekTable buckets={stats.buckets} from={from} />}>
            <Box mih={292}>
              <WeekChart buckets={stats.buckets} />
            </Box>
          </NumberSection>
          <OpenByAge classes={stats.open_by_age} />
          {stats.by_hour.length > 0 && (
            <NumberSection id="by-hour" title={texts.byHour}>
              <HourTable labelledBy="by-hour" cells={stats.by_hour} from={from} />
            </NumberSection>
          )}
          <Totals totals={stats.totals} from={from} />
          <GroupTables stats={stats} from={from} />
        </>
      )}
      {stats.failed_items.length > 0 && (
        <NumberSection
          id="failed-items"
          title={texts.failedItems}
          folded={
            <NumberTable
              labelledBy="failed-items"
              head={[texts.checklistItem, texts.failed]}
              rows={stats.failed_items.map(({ checklist, label, failed }) => ({
                key: `${checklist} ${label}`,
                cells: [`${label} · ${checklist}`, messages.app.number(failed)],
              }))}
            />
          }
        />
      )}
      <CostNumbers />
      <Repeats />
    </Stack>
  );
}

function Totals({ totals, from }: { totals: Stats['totals']; from: string }) {
  const texts = useNumberTexts();
  const span = ({ median_minutes, p90_minutes }: Stats['totals']['take']): string =>
    `${texts.median} ${formatSpan(median_minutes, texts.noValue)}, ${texts.p90} ${formatSpan(p90_minutes, texts.noValue)}`;
  const link = (counted: CountedKind, count: number) => <NumberLink count={count} filters={{ counted, counted_from: from }} />;
  return (
    <NumberSection
      id="totals"
      title={texts.totals}
      folded={
        <Facts>
          <Fact name={texts.created}>{link('created', totals.created)}</Fact>
          <Fact name={texts.closedOfWhich}>{link('closed', totals.closed)}</Fact>
          <Fact name={texts.canceled}>{link('canceled', totals.canceled)}</Fact>
          <Fact name={texts.reworked}>{link('reworked', totals.reworked)}</Fact>
          <Fact name={texts.take}>{span(totals.take)}</Fact>
          <Fact name={texts.finish}>{span(totals.finish)}</Fact>
          <Fact name={texts.met}>{link('met', totals.deadlines.met)}</Fact>
          <Fact name={texts.missed}>{link('missed', totals.deadlines.missed)}</Fact>
          {totals.rating.mean !== null && (
            <Fact name={texts.rating}>{texts.meanOf(totals.rating.mean, totals.rating.count)}</Fact>
          )}
        </Facts>
      }
    />
  );
}
