import { Box, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery } from '../../../api/queries.ts';
import type { TicketCostEdit } from '../../../contract/schemas.ts';
import { IsolatedName } from '../../../ui/isolated-name.tsx';
import { RelativeTime } from '../../../ui/time.tsx';
import { formatFactors, formatMoney } from '../../costs/format-money.ts';
import { useCostTexts } from './texts/texts.ts';

/** Who changed or removed which line when, with the line as it was; read when it is asked for. */
export function CostChanges({ ticketId, currency }: { ticketId: number; currency: string }) {
  const texts = useCostTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button variant="subtle" px="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? texts.hideChanges : texts.showChanges}
      </Button>
      {isOpen && <Changes ticketId={ticketId} currency={currency} />}
    </div>
  );
}

function Changes({ ticketId, currency }: { ticketId: number; currency: string }) {
  const texts = useCostTexts();
  const { data } = useApiQuery('GET /ext/tickets/{id}/costs/edits', {
    params: { id: ticketId },
    query: { limit: 100, order: 'desc' },
  });
  if (!data) return null;
  if (data.items.length === 0) return <Text c="dimmed">{texts.noChanges}</Text>;
  return (
    <Stack component="ul" gap="xs" className="cost-changes">
      {data.items.map((edit) => (
        <li key={edit.id}>
          <IsolatedName name={edit.actor_name} /> {edit.change === 'removed' ? texts.removedLine : texts.changed}{' '}
          <Box component="del" c="dimmed">
            {summaryOf(edit.before)}
          </Box>{' '}
          <Text span size="sm" c="dimmed">
            <RelativeTime at={edit.created_at} />
          </Text>
        </li>
      ))}
    </Stack>
  );

  function summaryOf(line: TicketCostEdit['before']): string {
    return `${texts.kinds[line.kind]}, ${line.text}: ${formatFactors(line, currency)} = ${formatMoney(line.amount, currency)}`;
  }
}
