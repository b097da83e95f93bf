import { Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type QueryName } from '../../../api/client.ts';
import { useApiMutation, useFormMutation } from '../../../api/queries.ts';
import { isStatus } from '../../../http/errors.ts';
import { formatDateTime } from '../../../i18n/dates.ts';
import { isCompleteDate, isDate, localDate } from '../../../lib/calendar-date.ts';
import { showToast } from '../../../lib/toasts.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { IsolatedName } from '../../../ui/isolated-name.tsx';
import type { CalendarRun } from './run-list.tsx';
import { ShiftPreview } from './shift-preview.tsx';
import { isPossibleShift, shiftedDays, shiftTarget } from './shift-target.ts';
import { useCalendarTexts } from './texts/texts.ts';

const invalidates: QueryName[] = [
  ...(['GET /ext/recurring/calendar', 'GET /ext/recurring', 'GET /ext/recurring/{id}'] as const),
  'GET /ext/recurring/{id}/next-run',
];

interface Props {
  run: CalendarRun;
  /** the day onto which it was dragged, or its own */
  date: string;
  onClose: () => void;
}

/** Shows how a shift changes a schedule, as the service calculates it, and shifts it when that is confirmed. */
export function ShiftDialog({ run, date: initialDate, onClose }: Props) {
  const texts = useCalendarTexts();
  const [date, setDate] = useState(initialDate);
  const params = { id: run.rule_id };
  const isOwnDay = date === localDate(new Date(run.due_at));
  const isPossible = isCompleteDate(date) && isDate(date) && isPossibleShift(run, date, new Date());
  const body = { due_at: run.due_at, to: isPossible ? shiftTarget(run, date).toISOString() : '' };
  const preview = useQuery({
    queryKey: ['POST /ext/recurring/{id}/shift', params, body],
    queryFn: ({ signal }) => call('POST /ext/recurring/{id}/shift', { params, query: { dry_run: 'true' }, body, signal }),
    enabled: isPossible,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  const restore = useApiMutation('PATCH /recurring/{id}', { invalidates });
  const shift = useFormMutation('POST /ext/recurring/{id}/shift', { invalidates });
  const shown = isPossible ? preview.data : undefined;
  function confirm(): void {
    if (!shown) return;
    const { version, anchor_at } = shown;
    shift.mutate(
      { params, body: { ...body, version } },
      {
        onSuccess: () => {
          showToast({ text: texts.shifted, undo: () => restore.mutate({ params, body: { anchor_at } }) });
          onClose();
        },
        onError: (error) => isStatus(error, 409) && void preview.refetch(),
      },
    );
  }
  return (
    <Dialog title={texts.shiftTitle} onClose={onClose}>
      <Form
        submit={texts.shift}
        onSubmit={confirm}
        onCancel={onClose}
        isBusy={shift.isPending || (isPossible && preview.isFetching)}
        isReady={isPossible && shown !== undefined}
        error={shift.error ?? (isPossible ? preview.error : undefined)}
      >
        <Text>
          <IsolatedName name={run.summary} />, <bdi>{run.object_name}</bdi>
          <br />
          <Text span inherit c="dimmed">
            {formatDateTime(run.due_at)}
          </Text>
        </Text>
        <TextInput
          type="date"
          label={texts.newDate}
          description={isOwnDay ? texts.anotherDate : undefined}
          error={!isOwnDay && isDate(date) && isCompleteDate(date) && !isPossible && texts.inPast}
          min={localDate(new Date())}
          value={date}
          onChange={({ currentTarget }) => setDate(currentTarget.value)}
          required
        />
        <div aria-live="polite">{shown && <ShiftPreview preview={shown} days={shiftedDays(run, date)} />}</div>
      </Form>
    </Dialog>
  );
}
