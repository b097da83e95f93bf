import { Button, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import type { Ticket } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { sendAllHeld } from '../../session/held-actions.ts';
import { NewItemsButton } from '../../ui/new-items-button.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useStableList } from '../../ui/use-stable-list.ts';
import { DecisionCard } from './decision-card.tsx';

/** The largest page of the service, which sorts by creation only. */
const limit = 100;
/** Each card reads its photos. */
const cardStep = 6;

/** The tickets that wait for the client's confirmation, the one that waits longest first. */
export function Decisions() {
  const messages = useMessages();
  const query = useApiQuery('GET /tickets', { query: { status: 'done', order: 'asc', limit } });
  const { data } = query;
  const sorted = useMemo(() => data && { ...data, items: data.items.toSorted(byDoneAt) }, [data]);
  const { rows, newCount, showNew } = useStableList(sorted, query.isFetchedAfterMount && !query.isFetching, '');
  const [cardCount, setCardCount] = useState(cardStep);
  useEffect(() => () => void sendAllHeld(), []);
  return (
    <Stack component="section" gap="sm" aria-labelledby="to-confirm">
      <Title order={2} id="to-confirm">
        {messages.client.toConfirm}{' '}
        <Text span inherit c="dimmed" fw={400} className="numbers">
          {data && messages.app.number(data.total)}
        </Text>
      </Title>
      <QueryState query={query} height={112} />
      {data && rows.length === 0 && <Text c="dimmed">{messages.client.noneToConfirm}</Text>}
      <div>
        <NewItemsButton count={newCount} onShow={showNew} />
        <ul className="cards">
          {rows.slice(0, cardCount).map(({ item, isRemoved }) => (
            <li key={item.id}>
              <DecisionCard ticket={item} isRemoved={isRemoved} />
            </li>
          ))}
        </ul>
      </div>
      {rows.length > cardCount && (
        <Button variant="default" onClick={() => setCardCount(cardCount + cardStep)}>
          {messages.app.showMore}
        </Button>
      )}
      {data && data.total > limit && (
        <Link to="/tickets" search={{ status: 'done' }}>
          {messages.client.showAll(data.total)}
        </Link>
      )}
    </Stack>
  );
}

const byDoneAt = (one: Ticket, other: Ticket): number => Date.parse(one.done_at ?? '') - Date.parse(other.done_at ?? '');
