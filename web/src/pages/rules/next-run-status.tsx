import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../api/queries.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { Panel } from '../../components/panel.tsx';
import { StateText } from '../../components/state-text.tsx';
import { DateTime } from '../../components/time.tsx';
import type { RecurringRule } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useRuleTexts } from './texts/texts.ts';

/** When the rule runs next, and why it creates no ticket then. */
export function NextRunStatus({ rule }: { rule: RecurringRule }) {
  const messages = useMessages();
  const texts = useRuleTexts();
  const status = useApiQuery('GET /ext/recurring/{id}/next-run', { params: { id: rule.id } });
  const data = status.data;
  return (
    <Panel aria-labelledby="next-run">
      <Title order={2} id="next-run">
        {texts.nextRunStatus}
      </Title>
      {status.isPending && <ListSkeleton height={24} />}
      {status.isError && !status.data && <ErrorState error={status.error} retry={() => void status.refetch()} />}
      {data && (
        <>
          <StateText id="next-run-status" color={data.blocker ? 'rejected' : 'done'}>
            {data.blocker ? messages.labels.blocker[data.blocker] : data.due ? texts.due : texts.notDue}
          </StateText>
          <p>
            {messages.rule.next}: {data.expected_at ? texts.about : messages.rule.onOrAfter}{' '}
            <DateTime at={data.expected_at ?? data.next_run_at} />
          </p>
          {data.open_ticket_id && (
            <Link to="/tickets/$id" params={{ id: String(data.open_ticket_id) }}>
              {texts.openTicket(data.open_ticket_id)}
            </Link>
          )}
          <Text size="sm" c="dimmed">
            {texts.checkInterval(Math.max(1, Math.round(data.evaluation_interval_seconds / 3600)))}
          </Text>
        </>
      )}
    </Panel>
  );
}
