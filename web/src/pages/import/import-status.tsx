import { Button, Group, Text } from '@mantine/core';
import type { FileKind } from '../../contract/import-kinds.ts';
import { isStatus } from '../../http/errors.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Note } from '../../ui/note.tsx';
import { importErrorText } from './error-texts.ts';
import { ListLink } from './import-result.tsx';
import { useImportTexts } from './texts/texts.ts';
import type { ImportTable } from './use-import-table.ts';

interface Props {
  kind: FileKind;
  table: ImportTable;
  /** of rows that would be imported */
  count: number;
}

/** What the last check or import of the rows told. */
export function ImportStatus({ kind, table, count }: Props) {
  const messages = useMessages();
  const texts = useImportTexts();
  const { state, errors, isAnswerLost } = table;
  if (state.name === 'failed') {
    const text = isStatus(state.error, 400)
      ? importErrorText((state.error as Error).message, kind, texts, messages)
      : errorText(state.error, messages);
    return (
      <Note tone="danger" role="alert" mb="sm">
        {state.isLost ? texts.lost : text}
      </Note>
    );
  }
  if (state.name === 'taken') {
    return (
      <>
        <Note tone="warning" role="alert" mb="xs">
          {isAnswerLost ? texts.takenAfterLoss : texts.taken}
        </Note>
        <Group gap="xs" mb="sm">
          <ListLink kind={kind} isSecondary />
          <Button variant="default" onClick={table.clear}>
            {texts.finish}
          </Button>
        </Group>
      </>
    );
  }
  if (state.name === 'refused') {
    return (
      <Note tone="danger" role="alert" mb="sm">
        {texts.refused(errors.size)}
      </Note>
    );
  }
  if (state.name === 'checked') {
    return (
      <Note tone="accent" role="status" mb="sm">
        {texts.checked(count)}
      </Note>
    );
  }
  return (
    <Text size="sm" c="dimmed" mb="xs">
      {texts.notChecked}
    </Text>
  );
}
