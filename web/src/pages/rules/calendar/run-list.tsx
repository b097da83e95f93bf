import { List, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CalendarRunPage } from '../../../contract/schemas.ts';
import { formatClock } from '../../../i18n/dates.ts';
import { useMessages } from '../../../i18n/locale.ts';
import { useCalendarTexts } from './texts/texts.ts';

export type CalendarRun = CalendarRunPage['items'][number];

/** So many runs of a day are shown at once; the others are unfolded. */
const maxShown = 4;

/** The runs of one day. */
export function RunList({ runs }: { runs: readonly CalendarRun[] }) {
  const texts = useCalendarTexts();
  const rest = runs.slice(maxShown);
  return (
    <>
      <Runs runs={runs.slice(0, maxShown)} />
      {rest.length > 0 && (
        <details>
          <summary>{texts.more(rest.length)}</summary>
          <Runs runs={rest} />
        </details>
      )}
    </>
  );
}

function Runs({ runs }: { runs: readonly CalendarRun[] }) {
  return (
    <List listStyleType="none" size="sm" spacing={4}>
      {runs.map((run) => (
        <List.Item key={`${run.rule_id} ${run.due_at}`}>
          <Run run={run} />
        </List.Item>
      ))}
    </List>
  );
}

function Run({ run }: { run: CalendarRun }) {
  const messages = useMessages();
  const texts = useCalendarTexts();
  const isOverdue = run.at !== run.due_at;
  return (
    <>
      <Text span inherit c="dimmed">
        {isOverdue ? texts.overdue : formatClock(run.at)}
      </Text>{' '}
      <Link to="/rules/$id" params={{ id: String(run.rule_id) }}>
        {run.summary}
      </Link>
      , {run.object_name}
      {run.reason && (
        <>
          <br />
          <Text span inherit c="var(--warning)">
            {texts.willNotRun} {messages.labels.blocker[run.reason]}
          </Text>
        </>
      )}
    </>
  );
}
