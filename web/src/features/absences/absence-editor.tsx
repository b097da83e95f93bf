import { Box, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery, useFormMutation } from '../../api/queries.ts';
import type { Absence } from '../../contract/schemas.ts';
import { localDate } from '../../lib/calendar-date.ts';
import { showToast } from '../../lib/toasts.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Form } from '../../ui/form.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { useAbsenceTexts } from './texts/texts.ts';

const maxAbsences = 50;

interface Props {
  userId: string;
  onClose?: () => void;
  /** in place of `onClose` when the worker is away today */
  onAway?: () => void;
}

/** Reads and replaces the absences of a worker. */
export function AbsenceEditor(props: Props) {
  const { userId } = props;
  const params = { id: userId };
  // Read anew: saving replaces all of them, also those that somebody else has entered since.
  const absences = useQuery({ ...apiQuery('GET /ext/users/{id}/absences', { params, query: { limit: 100 } }), staleTime: 0 });
  if (absences.isPending || (absences.isFetching && !absences.isFetchedAfterMount)) return <ListSkeleton height={44} />;
  if (!absences.data) return <ErrorState error={absences.error} retry={() => void absences.refetch()} />;
  return <AbsenceForm initial={absences.data.items} {...props} />;
}

/** An absence that is edited; the key keeps its fields when another one is removed. */
interface Row extends Absence {
  key: number;
}

function AbsenceForm({ userId, initial, onClose, onAway = onClose }: Props & { initial: Absence[] }) {
  const texts = useAbsenceTexts();
  const [rows, setRows] = useState<Row[]>(() => initial.map((absence, key) => ({ ...absence, key })));
  const save = useFormMutation('PUT /ext/users/{id}/absences', {
    invalidates: ['GET /ext/users/{id}/absences', 'GET /ext/projects/{id}/absences'],
    onSuccess: () => {
      showToast({ text: texts.saved });
      const today = localDate(new Date());
      if (rows.some(({ from, to }) => from <= today && today <= to)) onAway?.();
      else onClose?.();
    },
  });
  const add = (): void =>
    setRows([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, from: '', to: '', note: '' }]);
  const change = (key: number, fields: Partial<Absence>): void =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...fields } : row)));
  const isReady = rows.every(({ from, to }) => from && to && from <= to);
  const addButton = (
    <div>
      <Button variant="default" disabled={rows.length >= maxAbsences} onClick={add}>
        {texts.add}
      </Button>
    </div>
  );
  if (rows.length === 0 && initial.length === 0 && !onClose)
    return (
      <Stack mt="xs">
        <Text c="dimmed">{texts.none}</Text>
        {addButton}
      </Stack>
    );
  return (
    <Form
      submit={texts.save}
      onSubmit={() => save.mutate({ params: { id: userId }, body: rows.map(({ key: _, ...absence }) => absence) })}
      {...(onClose && { onCancel: onClose })}
      mutation={save}
      isReady={isReady}
    >
      {rows.length === 0 && <Text c="dimmed">{texts.none}</Text>}
      {rows.map((row, index) => (
        <AbsenceFields
          key={row.key}
          row={row}
          number={index + 1}
          onChange={(fields) => change(row.key, fields)}
          onRemove={() => setRows(rows.filter(({ key }) => key !== row.key))}
        />
      ))}
      {addButton}
    </Form>
  );
}

interface FieldsProps {
  row: Row;
  number: number;
  onChange: (fields: Partial<Absence>) => void;
  onRemove: () => void;
}

function AbsenceFields({ row: { from, to, note }, number, onChange, onRemove }: FieldsProps) {
  const texts = useAbsenceTexts();
  return (
    <Box component="fieldset" m={0} p="sm" bd="1px solid var(--border)" bdrs="md">
      <legend>{texts.absence(number)}</legend>
      <Stack gap="xs">
        {/* Beside each other only where a browser does not cut the dates. */}
        <Group align="start" gap="xs">
          <TextInput
            type="date"
            flex="1 1 150px"
            label={texts.from}
            value={from}
            onChange={(event) => {
              const day = event.currentTarget.value;
              onChange({ from: day, ...(!to && { to: day }) });
            }}
            required
          />
          <TextInput
            type="date"
            flex="1 1 150px"
            label={texts.to}
            value={to}
            min={from}
            error={from && to && from > to ? texts.wrongOrder : undefined}
            onChange={(event) => onChange({ to: event.currentTarget.value })}
            required
          />
        </Group>
        <TextInput
          label={texts.note}
          description={texts.noteHint}
          value={note}
          maxLength={200}
          onChange={(event) => onChange({ note: event.currentTarget.value })}
        />
        <div>
          <Button variant="subtle" color="red" onClick={onRemove}>
            {texts.remove(number)}
          </Button>
        </div>
      </Stack>
    </Box>
  );
}
