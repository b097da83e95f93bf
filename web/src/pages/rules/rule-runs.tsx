import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useApiListQuery } from '../../api/queries.ts';
import { useMessages } from '../../i18n/locale.ts';
import { ListRow, ListRows } from '../../ui/list-rows.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { DateTime } from '../../ui/time.tsx';
import { useRuleTexts } from './texts/texts.ts';

/** The runs of a rule, the newest first. */
export function RuleRuns({ id }: { id: number }) {
  const messages = useMessages();
  const texts = useRuleTexts();
  const paging = useListPaging();
  const { limit, offset } = paging;
  const runs = useApiListQuery('GET /recurring/{id}/runs', { params: { id }, query: { limit, offset } });
  return (
    <section aria-labelledby="runs">
      <Title order={2} id="runs">
        {texts.history}
      </Title>
      <QueryState query={runs} height={44} />
      {runs.data?.total === 0 && <Text c="dimmed">{texts.noRuns}</Text>}
      <ListRows>
        {runs.data?.items.map((run) => (
          <ListRow key={run.id} name={<DateTime at={run.run_at} />} details={run.address}>
            {run.ticket_id ? (
              <Link to="/tickets/$id" params={{ id: String(run.ticket_id) }} className="tap-target">
                {messages.ticket.name(run.ticket_id)}
              </Link>
            ) : (
              <Text span inherit c="dimmed">
                {texts.ticketGone}
              </Text>
            )}
          </ListRow>
        ))}
      </ListRows>
      <ShowMore paging={paging} page={runs.data} />
    </section>
  );
}
