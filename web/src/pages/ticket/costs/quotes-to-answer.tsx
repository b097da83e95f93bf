import { Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../../api/queries.ts';
import { ticketTitle } from '../../../features/ticket-title.ts';
import { OpenQuote } from './quotes.tsx';
import { useCostTexts } from './texts/texts.ts';

const limit = 20;

/** The requests with a quote that waits for the client; those that wait for its confirmation as well are on their cards. */
export function QuotesToAnswer() {
  const { quotes: texts } = useCostTexts();
  const { data } = useApiQuery('GET /ext/tickets', { query: { open_quote: 'true', limit } });
  const tickets = (data?.items ?? []).filter(({ status }) => status !== 'done');
  if (tickets.length === 0) return null;
  return (
    <Stack component="section" gap="sm" aria-labelledby="quotes-to-answer">
      <Title order={2} id="quotes-to-answer">
        {texts.toAnswer}
      </Title>
      <ul className="cards">
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <Paper component="article" className="card decision" withBorder h="100%" p="sm">
              <Stack gap="xs">
                <Text component="h3" fw={600} textWrap="balance">
                  <Link to="/tickets/$id" params={{ id: String(ticket.id) }} className="card-link">
                    {ticketTitle(ticket)}
                  </Link>
                </Text>
                <Text size="sm" c="dimmed">
                  {ticket.object_name} · #{ticket.id}
                </Text>
                <OpenQuote ticket={ticket} />
              </Stack>
            </Paper>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
