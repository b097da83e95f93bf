import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { type FileKind, fileKinds } from '../../contract/import-kinds.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Form } from '../../ui/form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { importErrorText } from './error-texts.ts';
import type { FoundColumn } from './read-rows.ts';
import { useColumns, useImportTexts } from './texts/texts.ts';

interface Props {
  kind: FileKind;
  /** of the file */
  columns: readonly FoundColumn[];
  /** why the service does not know them, in its words */
  reason: string;
  isBusy: boolean;
  /** @param positions of the columns of the kind that are in the file */
  onChosen: (positions: Record<string, number>) => void;
  onCancel: () => void;
}

/** Asks what is in the columns of a file whose headings are not known. */
export function ColumnsStep({ kind, columns, reason, isBusy, onChosen, onCancel }: Props) {
  const messages = useMessages();
  const texts = useImportTexts();
  const wanted = useColumns(kind);
  const [positions, setPositions] = useState<Record<string, number>>(() =>
    Object.fromEntries(columns.flatMap(({ column }, index) => (column === undefined ? [] : [[column, index]])).reverse()),
  );
  const optional: readonly string[] = fileKinds[kind].optional;
  const nameOf = ({ heading }: FoundColumn, index: number): string => heading || texts.columnNumber(index + 1);
  const leftOut = columns.map(nameOf).filter((_, index) => !Object.values(positions).includes(index));
  function choose(name: string, value: string): void {
    const { [name]: _, ...others } = positions;
    setPositions(value === '' ? others : { ...others, [name]: Number(value) });
  }
  return (
    <Panel aria-label={texts.columnsTitle}>
      <Text role="alert">{importErrorText(reason, kind, texts, messages)}</Text>
      <Text c="dimmed">{texts.columnsText}</Text>
      <Form
        submit={texts.showRows}
        onSubmit={() => onChosen(positions)}
        onCancel={onCancel}
        isBusy={isBusy}
        isReady={wanted.every(({ name }) => optional.includes(name) || positions[name] !== undefined)}
      >
        {wanted.map(({ name, label }) => {
          const position = positions[name];
          const example = position === undefined ? '' : columns[position]?.example;
          return (
            <NativeSelect
              key={name}
              label={label}
              description={example && texts.example(example)}
              required={!optional.includes(name)}
              value={position ?? ''}
              data={[
                { value: '', label: texts.notInFile },
                ...columns.map((column, index) => ({ value: String(index), label: nameOf(column, index) })),
              ]}
              onChange={(event) => choose(name, event.currentTarget.value)}
            />
          );
        })}
        {leftOut.length > 0 && (
          <Text size="sm" c="dimmed">
            {texts.leftOut(leftOut.join(', '))}
          </Text>
        )}
      </Form>
    </Panel>
  );
}
