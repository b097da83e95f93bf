import { Button, Group, NativeSelect, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { type Category, categories, type Priority, priorities } from '../../contract/enums.ts';
import type { PortalReport } from '../../contract/schemas.ts';
import { useCreatedAction } from '../../features/assigning/use-created-action.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { FormError } from '../../ui/form-error.tsx';
import { AcceptDialog } from './accept-dialog.tsx';
import { DismissDialog } from './dismiss-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { holdAcceptance, useAcceptance, useFailedAcceptance } from './pending-acceptances.ts';
import { useReportTexts } from './texts/texts.ts';

/** Accepts an open report with one tap that can be undone, merges it into a ticket or dismisses it. */
export function ReportActions({ report }: { report: PortalReport }) {
  const texts = useReportTexts();
  const messages = useMessages();
  const [category, setCategory] = useState<Category>(report.category ?? 'other');
  const [priority, setPriority] = useState<Priority>('normal');
  const [dialog, setDialog] = useState<'accept' | 'merge' | 'dismiss'>();
  const acceptance = useAcceptance(report.id);
  const failure = useFailedAcceptance(report.id);
  const createdAction = useCreatedAction();
  const close = (): void => setDialog(undefined);
  function acceptWith(object: { object_id?: number }): void {
    close();
    const input = { params: { id: report.id }, body: { category, priority, ...object } };
    holdAcceptance(
      input,
      (id) => showToast({ text: texts.accepted(id), action: createdAction(id) }),
      () => showToast({ text: texts.takenBack }), // Ctrl+Z takes it back on other pages too
    );
  }
  if (acceptance) return <Accepted place={report.object_name || texts.withoutObject} {...acceptance} />;
  return (
    <Stack gap="sm">
      <FormError error={failure} />
      <Group gap="xs">
        <NativeSelect
          aria-label={messages.create.category}
          value={category}
          data={categories.map((value) => ({ value, label: messages.labels.category[value] }))}
          onChange={(event) => setCategory(event.currentTarget.value as Category)}
        />
        <NativeSelect
          aria-label={messages.create.priority}
          value={priority}
          data={priorities.map((value) => ({ value, label: messages.labels.priority[value] }))}
          onChange={(event) => setPriority(event.currentTarget.value as Priority)}
        />
        <Button onClick={() => (report.object_id === null ? setDialog('accept') : acceptWith({}))}>{texts.accept}</Button>
        <Button variant="default" onClick={() => setDialog('merge')}>
          {texts.merge}
        </Button>
        <Button variant="default" onClick={() => setDialog('dismiss')}>
          {texts.dismiss}
        </Button>
      </Group>
      {dialog === 'accept' && <AcceptDialog onAccept={(object_id) => acceptWith({ object_id })} onClose={close} />}
      {dialog === 'merge' && <MergeDialog report={report} onClose={close} />}
      {dialog === 'dismiss' && <DismissDialog report={report} onClose={close} />}
    </Stack>
  );
}

/** In place of the buttons, so that the reports below do not move much while they are tapped. */
function Accepted({ place, canUndo, undo }: { place: string; canUndo: boolean; undo: () => void }) {
  const messages = useMessages();
  const texts = useReportTexts();
  const button = useRef<HTMLButtonElement>(null);
  const text = useRef<HTMLParagraphElement>(null);
  // The button that accepted is gone, and later the one that takes it back: what had the focus leaves it to the page.
  useEffect(() => {
    if (document.activeElement === document.body) (canUndo ? button : text).current?.focus({ preventScroll: true });
  }, [canUndo]);
  return (
    <Group gap="xs" role="status" className="acceptance">
      <Text ref={text} tabIndex={-1} c="dimmed">
        {texts.creating}
      </Text>
      {canUndo && (
        <Button ref={button} variant="subtle" onClick={undo}>
          {messages.app.undo}
          <VisuallyHidden> {place}</VisuallyHidden>
        </Button>
      )}
    </Group>
  );
}
