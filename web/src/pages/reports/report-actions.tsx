import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '../../api/queries.ts';
import { type Category, categories, type Priority, priorities } from '../../contract/enums.ts';
import type { PortalReport } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { FormError } from '../../ui/form-error.tsx';
import { AcceptDialog } from './accept-dialog.tsx';
import { changedByAnswers } from './changed-by-answers.ts';
import { DismissDialog } from './dismiss-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { useReportTexts } from './texts/texts.ts';

/** Accepts an open report with one tap, merges it into a ticket or dismisses it. */
export function ReportActions({ report }: { report: PortalReport }) {
  const texts = useReportTexts();
  const messages = useMessages();
  const navigate = useNavigate();
  const [category, setCategory] = useState<Category>(report.category ?? 'other');
  const [priority, setPriority] = useState<Priority>('normal');
  const [dialog, setDialog] = useState<'accept' | 'merge' | 'dismiss'>();
  const accept = useApiMutation('POST /ext/reports/{id}/accept', {
    invalidates: [...changedByAnswers],
    showErrorToast: false,
    onSuccess: ({ id }) => {
      const open = (): void => void navigate({ to: '/tickets/$id', params: { id: String(id) } });
      showToast({ text: texts.accepted(id), action: { label: messages.app.view, run: open } });
    },
  });
  const close = (): void => setDialog(undefined);
  const acceptWith = (object: { object_id?: number }): void =>
    accept.mutate({ params: { id: report.id }, body: { category, priority, ...object } });
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end">
        <NativeSelect
          label={messages.create.category}
          value={category}
          data={categories.map((value) => ({ value, label: messages.labels.category[value] }))}
          onChange={(event) => setCategory(event.currentTarget.value as Category)}
        />
        <NativeSelect
          label={messages.create.priority}
          value={priority}
          data={priorities.map((value) => ({ value, label: messages.labels.priority[value] }))}
          onChange={(event) => setPriority(event.currentTarget.value as Priority)}
        />
      </Group>
      <Group gap="xs">
        <Button loading={accept.isPending} onClick={() => (report.object_id === null ? setDialog('accept') : acceptWith({}))}>
          {texts.accept}
        </Button>
        <Button variant="default" onClick={() => setDialog('merge')}>
          {texts.merge}
        </Button>
        <Button variant="default" onClick={() => setDialog('dismiss')}>
          {texts.dismiss}
        </Button>
      </Group>
      {dialog !== 'accept' && <FormError error={accept.error} />}
      {dialog === 'accept' && (
        <AcceptDialog
          isBusy={accept.isPending}
          error={accept.error}
          onAccept={(object_id) => acceptWith({ object_id })}
          onClose={close}
        />
      )}
      {dialog === 'merge' && <MergeDialog report={report} onClose={close} />}
      {dialog === 'dismiss' && <DismissDialog report={report} onClose={close} />}
    </Stack>
  );
}
