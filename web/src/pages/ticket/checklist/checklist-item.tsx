import { Button, Group, Paper, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useId } from 'react';
import type { Ticket } from '../../../contract/schemas.ts';
import { Icon } from '../../../ui/icon.tsx';
import { type AnswerProps, answerItem } from './answer-item.ts';
import { DefectLink } from './defect-link.tsx';
import { ItemHead } from './item-head.tsx';
import { NumberAnswer } from './number-answer.tsx';
import { PhotoAnswer } from './photo-answer.tsx';
import type { ShownItem } from './shown-checklist.ts';
import { TextAnswer } from './text-answer.tsx';
import { useTicketChecklistTexts } from './texts/texts.ts';

/** An item of a checklist that is being filled in: buttons and fields for a thumb. */
export function ChecklistItem({ ticket, item }: { ticket: Ticket; item: ShownItem }) {
  const labelId = useId();
  const props = { ticket, item, labelId };
  return (
    <Paper component="li" withBorder px={14} py="sm" className="checklist-item" data-state={item.state}>
      <ItemHead item={item} id={labelId} />
      {item.kind === 'check' && <CheckAnswer {...props} />}
      {item.kind === 'choice' && <ChoiceAnswer {...props} />}
      {item.kind === 'number' && <NumberAnswer {...props} />}
      {item.kind === 'text' && <TextAnswer {...props} />}
      {item.kind === 'photo' && <PhotoAnswer {...props} />}
      {item.state === 'failed' && <DefectLink ticketId={ticket.id} item={item} />}
    </Paper>
  );
}

/** A second tap takes the answer back. */
function CheckAnswer({ ticket, item, labelId }: AnswerProps) {
  const texts = useTicketChecklistTexts();
  const buttons = [
    { value: true, text: texts.state.ok, icon: IconCheck, state: 'ok' },
    { value: false, text: texts.state.failed, icon: IconAlertTriangle, state: 'failed' },
  ];
  return (
    <Group grow gap="xs" role="group" aria-labelledby={labelId}>
      {buttons.map(({ value, text, icon, state }) => (
        <Button
          key={state}
          className="answer-button"
          data-state={state}
          variant="default"
          mih={56}
          leftSection={<Icon icon={icon} />}
          aria-pressed={item.value === value}
          onClick={() => void answerItem(ticket.id, item, item.value === value ? null : value)}
        >
          {text}
          <VisuallyHidden> {item.label}</VisuallyHidden>
        </Button>
      ))}
    </Group>
  );
}

function ChoiceAnswer({ ticket, item, labelId }: AnswerProps) {
  return (
    <Group gap="xs" role="group" aria-labelledby={labelId}>
      {item.choices?.map((choice) => (
        <Button
          key={choice}
          className="answer-button"
          data-state="ok"
          variant="default"
          flex="1 1 calc(50% - 4px)"
          mih={52}
          aria-pressed={item.value === choice}
          onClick={() => void answerItem(ticket.id, item, item.value === choice ? null : choice)}
        >
          {choice}
        </Button>
      ))}
    </Group>
  );
}
