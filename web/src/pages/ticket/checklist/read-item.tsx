import { Group, Paper, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCircleDashed } from '@tabler/icons-react';
import type { Ticket } from '../../../contract/schemas.ts';
import { withoutBidirectionalControls } from '../../../lib/bidirectional-controls.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ShortTime } from '../../../ui/time.tsx';
import { AnswerPhoto } from './answer-photo.tsx';
import { answerText, limitsText } from './answer-text.ts';
import { ItemHead } from './item-head.tsx';
import type { ShownItem } from './shown-checklist.ts';
import { useTicketChecklistTexts } from './texts/texts.ts';

const icons = { open: IconCircleDashed, ok: IconCheck, failed: IconAlertTriangle };

/** An item of a checklist with its answer. */
export function ReadItem({ ticket, item }: { ticket: Ticket; item: ShownItem }) {
  const texts = useTicketChecklistTexts();
  const { kind, state, value, answered_at, answered_by_name } = item;
  const limits = state === 'failed' && kind === 'number' && limitsText(item, texts);
  return (
    <Paper component="li" withBorder px={14} py="sm" className="checklist-item" data-state={state}>
      <ItemHead item={item} />
      <Group gap={6} wrap="nowrap" align="flex-start">
        <Icon icon={icons[state]} color="var(--answer-color, var(--text-muted))" />
        <Text span inherit style={{ whiteSpace: 'pre-line' }}>
          {answerText(item, value, texts)}
        </Text>
      </Group>
      {limits && (
        <Text size="sm" c="var(--danger)">
          {texts.outside(limits)}
        </Text>
      )}
      <AnswerPhoto ticketId={ticket.id} item={item} />
      {answered_at && (
        <Text size="sm" c="dimmed">
          <ShortTime at={answered_at} /> {texts.answeredBy(withoutBidirectionalControls(answered_by_name))}
        </Text>
      )}
    </Paper>
  );
}
