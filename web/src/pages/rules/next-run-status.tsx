import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../api/queries.ts';
import type { ListedRecurringRule } from '../../contract/schemas.ts';
import { usePatternTexts } from '../../features/patterns/texts/texts.ts';
import { StateText } from '../../features/state-text.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { Panel } from '../../ui/panel.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { DateTime } from '../../ui/time.tsx';
import { useRuleTexts } from './texts/texts.ts';
import { useScheduleSentence } from './use-schedule-sentence.ts';

/** When the rule runs next, and why it creates no ticket then. */
export function NextRunStatus({ rule }: { rule: ListedRecurringRule }) {
  const messages = useMessages();
  const texts = useRuleTexts();
  const patternTexts = usePatternTexts();
  const whenItRuns = useScheduleSentence();
  const status = useApiQuery('GET /ext/recurring/{id}/next-run', { params: { id: rule.id } });
  const data = status.data;
  return (
    <Panel aria-labelledby="next-run">
      <Title order={2} id="next-run">
        {texts.nextRunStatus}
      </Title>
      <QueryState query={status} height={24} />
      {data && (
        <>
          <StateText id="next-run-status" color={data.blocker ? 'rejected' : 'done'}>
            {data.blocker
              ? messages.labels.blocker[data.blocker]
              : data.due
                ? rule.pattern
                  ? texts.dueNow
                  : texts.due
                : texts.notDue}
          </StateText>
          <p>
            {messages.rule.next}: {!rule.pattern && messages.rule.onOrAfter} <DateTime at={data.next_run_at} />
          </p>
          {data.open_ticket_id && (
            <Link to="/tickets/$id" params={{ id: String(data.open_ticket_id) }}>
              {texts.openTicket(data.open_ticket_id)}
            </Link>
          )}
          <Text size="sm" c="dimmed">
            {rule.pattern
              ? patternTexts.runs(whenItRuns(rule))
              : texts.createdWithin(Math.max(1, Math.round(data.evaluation_interval_seconds / 3600)))}
          </Text>
        </>
      )}
    </Panel>
  );
}
