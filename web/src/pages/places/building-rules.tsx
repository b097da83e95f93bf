import { Stack, Text, Title } from '@mantine/core';
import { useApiListQuery } from '../../api/queries.ts';
import type { ListedRecurringRule } from '../../contract/schemas.ts';
import { ticketTitle } from '../../features/ticket-title.ts';
import { formatDay } from '../../i18n/dates.ts';
import { ListRow, ListRows, RowLink } from '../../ui/list-rows.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useScheduleSentence } from '../rules/use-schedule-sentence.ts';
import { usePlaceTexts } from './texts/texts.ts';

/** The rules that create tickets for a building, the next one first. */
export function BuildingRules({ objectId }: { objectId: number }) {
  const texts = usePlaceTexts().building;
  const paging = useListPaging();
  const { limit, offset } = paging;
  const rules = useApiListQuery('GET /ext/recurring', {
    query: { object_id: objectId, sort: 'date', order: 'asc', limit, offset },
  });
  return (
    <Stack component="section" gap="sm" aria-labelledby="rules">
      <Title order={2} id="rules">
        {texts.rules}
      </Title>
      <QueryState query={rules} height={56} />
      {rules.data?.total === 0 && <Text c="dimmed">{texts.noRules}</Text>}
      <ListRows>
        {rules.data?.items.map((rule) => (
          <RuleRow key={rule.id} rule={rule} />
        ))}
      </ListRows>
      <ShowMore paging={paging} page={rules.data} />
    </Stack>
  );
}

function RuleRow({ rule }: { rule: ListedRecurringRule }) {
  const texts = usePlaceTexts().building;
  const whenItRuns = useScheduleSentence();
  return (
    <ListRow
      name={
        <RowLink to="/rules/$id" params={{ id: String(rule.id) }}>
          {ticketTitle(rule)}
        </RowLink>
      }
      details={whenItRuns(rule)}
      notes={
        rule.is_active && (
          <Text size="sm" c="dimmed">
            {texts.next}: {formatDay(rule.next_run_at)}
          </Text>
        )
      }
      mark={!rule.is_active && <Tag>{texts.paused}</Tag>}
    />
  );
}
