import { Group, Text, Title } from '@mantine/core';
import { IconCalendarRepeat } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiListQuery } from '../../../api/queries.ts';
import { forRoles } from '../../../features/for-roles.tsx';
import { SectionTabs } from '../../../features/section-tabs.tsx';
import { formatMonth, timeZone } from '../../../i18n/dates.ts';
import { useMessages } from '../../../i18n/locale.ts';
import { mayWrite, principal } from '../../../session/acting.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { PageLayout } from '../../../ui/page-layout.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { useIsNarrow } from '../../../ui/use-breakpoint.ts';
import { DayList } from './day-list.tsx';
import { FeedPanel } from './feed-panel.tsx';
import { boundsOf, monthText, parseMonth } from './month.ts';
import { MonthTable } from './month-table.tsx';
import { PatternList } from './pattern-list.tsx';
import type { CalendarRun } from './run-list.tsx';
import { ShiftDialog } from './shift-dialog.tsx';
import { useCalendarTexts } from './texts/texts.ts';

/** The coming runs of all rules that the user sees, by month. */
export const CalendarPage = forRoles(['client', 'admin'], Calendar);

function Calendar() {
  const messages = useMessages();
  const texts = useCalendarTexts();
  const isNarrow = useIsNarrow();
  const search = useSearch({ from: '/signed-in/rules/calendar' });
  const [shift, setShift] = useState<{ run: CalendarRun; date: string }>();
  const now = new Date();
  const month = parseMonth(search.month, now);
  const name = formatMonth(new Date(month.year, month.month, 1));
  const isPresent = monthText(month, 0) <= monthText(parseMonth(undefined, now), 0);
  const runs = useApiListQuery('GET /ext/recurring/calendar', { query: boundsOf(month) });
  const Days = isNarrow ? DayList : MonthTable;
  return (
    <PageLayout title={texts.title} lead={`${texts.lead} ${messages.app.timeZone(timeZone())}`}>
      <SectionTabs section="rules" current="/rules/calendar" />
      <Group justify="space-between" mb="md">
        <Title order={2} id="month" aria-live="polite">
          {name}
        </Title>
        <Group component="nav" gap="xs" aria-labelledby="month">
          {!isPresent && (
            <LinkButton variant="default" to="/rules/calendar" search={{ month: monthText(month, -1) }} resetScroll={false}>
              {texts.previous}
            </LinkButton>
          )}
          <LinkButton variant="default" to="/rules/calendar" search={{ month: monthText(month, 1) }} resetScroll={false}>
            {texts.next}
          </LinkButton>
        </Group>
      </Group>
      <QueryState query={runs} />
      {runs.data?.total === 0 && <EmptyState icon={IconCalendarRepeat} title={texts.none} />}
      {runs.data && runs.data.total > 0 && (
        <>
          {mayWrite && runs.data.items.some(({ pattern }) => !pattern) && (
            <Text size="sm" c="dimmed" mb="sm">
              {isNarrow ? texts.shiftTextNarrow : texts.shiftText}
            </Text>
          )}
          <Days month={month} runs={runs.data.items} onShift={(run, date) => setShift({ run, date })} />
          <PatternList runs={runs.data.items} />
        </>
      )}
      {shift && <ShiftDialog run={shift.run} date={shift.date} onClose={() => setShift(undefined)} />}
      {!principal && <FeedPanel />}
    </PageLayout>
  );
}
