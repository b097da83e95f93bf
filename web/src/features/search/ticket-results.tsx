import { Text } from '@mantine/core';
import { useApiListQuery } from '../../api/queries.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { ticketTitle } from '../ticket-title.ts';
import { ResultList } from './result-list.tsx';
import { useSearchTexts } from './texts/texts.ts';

const limit = 8;

interface Props {
  q: string;
  onOpen: () => void;
}

/** The tickets that are found first, and a link to all of them. */
export function TicketResults({ q, onOpen }: Props) {
  const messages = useMessages();
  const texts = useSearchTexts();
  const { role } = useCurrentUser();
  const { data, error } = useApiListQuery('GET /ext/tickets', { query: { q, sort: 'relevance', limit } });
  if (error && !data)
    return (
      <Text role="alert" c="var(--danger)">
        {errorText(error, messages)}
      </Text>
    );
  if (!data) return null;
  const results = data.items.map((ticket) => ({
    key: ticket.id,
    name: ticketTitle(ticket),
    detail: `#${ticket.id} · ${ticket.object_name} · ${messages.labels.status[ticket.status]}`,
    to: '/tickets/$id' as const,
    params: { id: String(ticket.id) },
  }));
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {data.total === 0 ? texts.none : messages.list.count(data.total)}
      </Text>
      <ResultList title={texts.tickets} results={results} onOpen={onOpen}>
        {role !== 'worker' && data.total > limit && (
          <LinkButton to="/tickets" search={{ q, sort: 'relevance' }} variant="subtle" onClick={onOpen}>
            {texts.all(data.total)}
          </LinkButton>
        )}
      </ResultList>
    </>
  );
}
