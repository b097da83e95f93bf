import { Button, VisuallyHidden } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { answerText } from './answer-text.ts';
import type { ShownItem } from './shown-checklist.ts';
import { useTicketChecklistTexts } from './texts/texts.ts';

/** Leads to the form that reports another defect, with what has failed; nothing where the console has no such page. */
export function DefectLink({ ticketId, item }: { ticketId: number; item: ShownItem }) {
  const texts = useTicketChecklistTexts();
  const router = useRouter();
  if (!('/tickets/$id/found' in router.routesByPath)) return null;
  const { kind, label, value } = item;
  const text = kind === 'check' ? label : `${label}: ${answerText(item, value, texts)}`;
  const path = `${router.basepath}/tickets/${ticketId}/found?text=${encodeURIComponent(text)}`;
  function open(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    router.history.push(path);
  }
  return (
    <div>
      <Button component="a" href={path} variant="subtle" px="xs" onClick={open}>
        {texts.reportDefect}
        <VisuallyHidden> {label}</VisuallyHidden>
      </Button>
    </div>
  );
}
