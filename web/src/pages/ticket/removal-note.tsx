import { Text } from '@mantine/core';
import { useApiQuery } from '../../api/queries.ts';
import type { Ticket } from '../../contract/schemas.ts';
import { formatDay } from '../../i18n/dates.ts';
import { useNow } from '../../ui/time.tsx';
import { useTicketTexts } from './texts/texts.ts';

/** When a closed ticket is deleted. */
export function RemovalNote({ ticket }: { ticket: Ticket }) {
  return ticket.status === 'closed' ? <RemovalDate ticketId={ticket.id} /> : null;
}

/** Nothing is shown where closed tickets are kept. */
function RemovalDate({ ticketId }: { ticketId: number }) {
  const texts = useTicketTexts().removal;
  const now = useNow();
  const retention = useApiQuery('GET /ext/tickets/{id}', { params: { id: ticketId } }).data?.retention;
  if (!retention) return null;
  const { removes_at, archived } = retention;
  const soon = archived ? texts.archivedSoon : texts.deletedSoon;
  const onDay = archived ? texts.archivedOn : texts.deletedOn;
  return (
    <Text size="sm" c="dimmed" className="removal-note">
      {Date.parse(removes_at) <= now ? soon : onDay(formatDay(removes_at))}
    </Text>
  );
}
