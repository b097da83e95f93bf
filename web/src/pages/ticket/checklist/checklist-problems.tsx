import { Text } from '@mantine/core';
import { useTicketExtras } from '../../../features/ticket-extras/use-ticket-extras.ts';
import type { ShownItem } from './shown-checklist.ts';
import { useTicketChecklistTexts } from './texts/texts.ts';
import { useTicketChecklist } from './use-ticket-checklist.ts';

/** What of the checklist of finished work has failed or has no answer although it should; nothing when all is well. */
export function ChecklistProblems({ ticketId }: { ticketId: number }) {
  const summary = useTicketExtras(ticketId).data?.checklist;
  if (!summary || (summary.failed === 0 && summary.open_required === 0)) return null;
  return <Problems ticketId={ticketId} />;
}

function Problems({ ticketId }: { ticketId: number }) {
  const texts = useTicketChecklistTexts();
  const checklist = useTicketChecklist(ticketId);
  if (!checklist) return null;
  const { failed, openRequired } = checklist;
  return (
    <div>
      {failed.length > 0 && <Items title={texts.failedItems} items={failed} color="var(--danger)" />}
      {openRequired.length > 0 && <Items title={texts.openItems} items={openRequired} color="var(--warning)" />}
    </div>
  );
}

function Items({ title, items, color }: { title: string; items: readonly ShownItem[]; color: string }) {
  return (
    <Text size="sm" c={color}>
      <b>{title}</b> {items.map(({ label }) => label).join(', ')}
    </Text>
  );
}
