import { Group, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useApiQuery } from '../../api/queries.ts';
import { formatDateTime } from '../../i18n/dates.ts';
import { Icon } from '../../ui/icon.tsx';
import { useTicketTexts } from './texts/texts.ts';

/** Whether the journal of a ticket is the one that was written. Nothing is shown until it was checked. */
export function JournalCheck({ ticketId }: { ticketId: number }) {
  const texts = useTicketTexts().chain;
  const chain = useApiQuery('GET /ext/tickets/{id}/chain', { params: { id: ticketId }, query: { limit: 1, offset: 0 } }).data;
  if (!chain) return null;
  if (!chain.ok) {
    return (
      <Text size="sm" fw={600} c="var(--danger)" className="journal-check">
        {texts.changed}
      </Text>
    );
  }
  return (
    <Group
      gap={4}
      fz="sm"
      c="dimmed"
      className="journal-check"
      title={chain.since && texts.checkedFrom(formatDateTime(chain.since))}
    >
      <Icon icon={IconShieldCheck} size={16} />
      {texts.verified}
    </Group>
  );
}
