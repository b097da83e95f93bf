import { Text } from '@mantine/core';
import { useApiQuery } from '../../api/queries.ts';
import { ShortTime } from '../../components/time.tsx';
import { useTicketTexts } from './texts/texts.ts';

/** Whether the journal of a ticket is the one that was written. Nothing is shown until it was checked. */
export function JournalCheck({ ticketId }: { ticketId: number }) {
  const texts = useTicketTexts().chain;
  const chain = useApiQuery('GET /ext/tickets/{id}/chain', { params: { id: ticketId }, query: { limit: 1, offset: 0 } }).data;
  if (!chain) return null;
  if (!chain.ok) {
    return (
      <Text size="sm" fw={650} c="var(--danger)" className="journal-check">
        {texts.changed}
      </Text>
    );
  }
  return (
    <Text size="sm" c="dimmed" className="journal-check">
      {chain.since ? (
        <>
          {texts.unchangedSince} <ShortTime at={chain.since} />
        </>
      ) : (
        texts.unchanged
      )}
    </Text>
  );
}
