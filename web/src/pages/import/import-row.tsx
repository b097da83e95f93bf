import { ActionIcon, Button, Group, Paper, Stack, Table, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { memo } from 'react';
import { type FileKind, fileKinds } from '../../contract/import-kinds.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Icon } from '../../ui/icon.tsx';
import { importErrorText } from './error-texts.ts';
import type { ImportRow, RowError } from './rows.ts';
import { useColumns, useImportTexts } from './texts/texts.ts';

interface Props {
  kind: FileKind;
  row: ImportRow;
  /** as the error messages name it */
  number: number;
  error: RowError | undefined;
  onChange: (row: ImportRow) => void;
  onRemove: (id: number) => void;
}

/** The id of a field, to which "next error" moves the focus. */
export const cellId = (row: number, column: number): string => `cell-${row}-${column}`;

/** A row of a table on a wide screen. Memoized, because a page has many of them. */
export const TableRow = memo((props: Props) => {
  const texts = useImportTexts();
  const { kind, row, number } = props;
  return (
    <Table.Tr className="import-row">
      <Table.Th scope="row" className="numbers" fw="normal">
        {number}
      </Table.Th>
      {useColumns(kind).map(({ name, label }, column) => (
        <Table.Td key={name}>
          <Cell {...props} column={column} aria-label={texts.cell(label, number)} />
        </Table.Td>
      ))}
      <Table.Td>
        <RemoveButton number={number} onRemove={() => props.onRemove(row.id)} />
      </Table.Td>
    </Table.Tr>
  );
});

/** A row on a phone: its fields are below each other. */
export const RowCard = memo((props: Props) => {
  const texts = useImportTexts();
  const { kind, row, number } = props;
  return (
    <Paper component="li" withBorder px="md" py="sm">
      <Stack gap="xs" role="group" aria-labelledby={`row-${row.id}`}>
        <Group justify="space-between" wrap="nowrap">
          <Text fw={600} id={`row-${row.id}`} className="numbers">
            {texts.rowName(number)}
          </Text>
          <RemoveButton number={number} onRemove={() => props.onRemove(row.id)} />
        </Group>
        {useColumns(kind).map(({ name, label }, column) => (
          <Cell key={name} {...props} column={column} label={label} />
        ))}
      </Stack>
    </Paper>
  );
});

interface CellProps extends Props {
  column: number;
  label?: string;
  'aria-label'?: string;
}

function Cell({ kind, row, column, error, onChange, label, 'aria-label': ariaLabel }: CellProps) {
  const messages = useMessages();
  const texts = useImportTexts();
  const last = row.cells.length - 1;
  const message = error && (error.column ?? last) === column ? error.message : undefined;
  return (
    <>
      <TextInput
        id={cellId(row.id, column)}
        label={label}
        aria-label={ariaLabel}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        list={fileKinds[kind].columns[column] === 'project' ? projectListId : undefined}
        value={row.cells[column] ?? ''}
        error={message && importErrorText(message, kind, texts, messages)}
        onChange={({ currentTarget }) => onChange({ ...row, cells: row.cells.with(column, currentTarget.value) })}
      />
      {column === last && row.extra.length > 0 && <ExtraValues row={row} onChange={onChange} />}
    </>
  );
}

/** The list of names that a field of a project offers. */
export const projectListId = 'import-projects';

function ExtraValues({ row, onChange }: Pick<Props, 'row' | 'onChange'>) {
  const texts = useImportTexts();
  return (
    <Group gap="xs" justify="space-between">
      <Text size="sm" c="var(--danger)">
        {texts.extra(row.extra.join(', '))}
      </Text>
      <Button variant="subtle" onClick={() => onChange({ ...row, extra: [] })}>
        {texts.removeExtra}
      </Button>
    </Group>
  );
}

function RemoveButton({ number, onRemove }: { number: number; onRemove: () => void }) {
  const texts = useImportTexts();
  const name = texts.removeRow(number);
  return (
    <ActionIcon variant="subtle" size={44} c="dimmed" aria-label={name} title={name} onClick={onRemove}>
      <Icon icon={IconTrash} size={20} />
    </ActionIcon>
  );
}
