import { Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import { TicketCardList } from '../../features/ticket-card-list.tsx';
import { useCurrentUser } from '../../session/session-store.ts';
import { type Filters, orderOf, statusesOf, toQuery } from '../tickets/url-filters.ts';
import { usePlaceTexts } from './texts/texts.ts';

const shownCount = 4;

interface Props {
  title: string;
  none: string;
  /** as the address of the list of tickets has it */
  search: Filters;
}

/** The first tickets of a list, with a link to all of it for those who have that page. */
export function TicketSection({ title, none, search }: Props) {
  const texts = usePlaceTexts().building;
  const { role } = useCurrentUser();
  const headingId = useId();
  const statuses = statusesOf(search);
  const query = {
    ...toQuery(search),
    ...orderOf(search),
    ...(statuses.length > 0 && { status: statuses.join(',') }),
    limit: shownCount,
  };
  const tickets = useApiQuery('GET /ext/tickets', { query });
  const total = tickets.data?.total ?? 0;
  return (
    <Stack component="section" gap="sm" aria-labelledby={headingId}>
      <Title order={2} id={headingId}>
        {title}
      </Title>
      <TicketCardList query={tickets} empty={<Text c="dimmed">{none}</Text>} />
      {role !== 'worker' && total > 0 && (
        <Link to="/tickets" search={search}>
          {texts.all(total)}
        </Link>
      )}
    </Stack>
  );
}
