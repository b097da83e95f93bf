import { Button, Title } from '@mantine/core';
import { IconHistory, IconSearchOff } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { downloadFile } from '../../api/download-file.ts';
import type { ActivityEntry } from '../../contract/schemas.ts';
import { forRoles } from '../../features/for-roles.tsx';
import { formatDay, timeZone } from '../../i18n/dates.ts';
import { preferredLanguage, useMessages } from '../../i18n/locale.ts';
import { localDate } from '../../lib/calendar-date.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListRows } from '../../ui/list-rows.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ActivityFilterBar } from './activity-filter-bar.tsx';
import { ActivityRow } from './activity-row.tsx';
import type { ActivityTexts } from './texts/en.ts';
import { useActivityTexts } from './texts/texts.ts';
import { type ActivityFilters, daysOf, readFilters, toQuery } from './url-filters.ts';
import { useActivity } from './use-activity.ts';

/** Who did what with the requests, by day. */
export const ActivityPage = forRoles(['client', 'admin'], Activity);

function Activity() {
  const messages = useMessages();
  const texts = useActivityTexts();
  const me = useCurrentUser();
  const navigate = useNavigate();
  const filters = readFilters({ ...useSearch({ from: '/signed-in/in-settings/activity' }) }); // the router returns unknown parameters too
  const query = toQuery(filters);
  const key = JSON.stringify(query);
  // Other filters begin at the first page.
  const [shown, setShown] = useState({ key, pages: 1 });
  const pages = shown.key === key ? shown.pages : 1;
  const activity = useActivity(query, pages);
  const setFilters = (search: ActivityFilters): void =>
    void navigate({ to: '/activity', search, replace: true, resetScroll: false });
  const { data } = activity;
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <PageLayout
      title={texts.title}
      lead={me.role === 'admin' ? texts.leadOfAdmins : texts.lead}
      views={
        <DownloadButton
          text={texts.export}
          download={async (signal) => {
            const input = { query: { ...query, timezone: timeZone(), language: preferredLanguage() } };
            saveFile(await downloadFile('GET /ext/activity.csv', input, { signal }), `activity-${localDate(new Date())}.csv`);
          }}
        />
      }
    >
      <ActivityFilterBar filters={filters} onChange={setFilters} />
      <QueryState query={activity} height={64} />
      {data?.items.length === 0 && (
        <EmptyState icon={isFiltered ? IconSearchOff : IconHistory} title={isFiltered ? texts.none : texts.noneYet}>
          {isFiltered ? texts.noneText : texts.noneYetText}
        </EmptyState>
      )}
      {byDay(data?.items ?? []).map(([day, entries]) => (
        <section key={day} aria-labelledby={`day-${day}`} className="activity-day">
          <Title order={2} size="h3" mt="md" mb="xs" id={`day-${day}`}>
            {dayName(day, texts)}
          </Title>
          <ListRows>
            {entries.map((entry) => (
              <ActivityRow key={entry.id} entry={entry} />
            ))}
          </ListRows>
        </section>
      ))}
      {data?.hasMore && (
        <Button mt="sm" variant="default" onClick={() => data.pages === pages && setShown({ key, pages: pages + 1 })}>
          {data.pages === pages ? messages.app.showMore : messages.app.loading}
        </Button>
      )}
    </PageLayout>
  );
}

/** By the days of the device, in the order of the entries. */
const byDay = (entries: readonly ActivityEntry[]): [string, ActivityEntry[]][] => [
  ...Map.groupBy(entries, ({ at }) => localDate(new Date(at))),
];

function dayName(day: string, texts: ActivityTexts): string {
  const date = formatDay(`${day}T12:00:00`);
  const now = new Date();
  if (day === daysOf('today', now).from) return `${texts.today}, ${date}`;
  return day === daysOf('yesterday', now).from ? `${texts.yesterday}, ${date}` : date;
}
