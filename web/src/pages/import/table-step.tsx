import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { type FileKind, maxRows } from '../../contract/import-kinds.ts';
import { showToast } from '../../lib/toasts.ts';
import { useIsNarrow } from '../../ui/use-breakpoint.ts';
import { cellId } from './import-row.tsx';
import { ImportStatus } from './import-status.tsx';
import { RowPage } from './row-page.tsx';
import { isBlank, type RowErrors } from './rows.ts';
import { useImportTexts } from './texts/texts.ts';
import type { ImportTable } from './use-import-table.ts';

const rowsOfPage = { wide: 50, narrow: 20 };

/** The rows of a file as a table, page by page: they are corrected, checked and imported. */
export function TableStep({ kind, table }: { kind: FileKind; table: ImportTable }) {
  const texts = useImportTexts();
  const size = useIsNarrow() ? rowsOfPage.narrow : rowsOfPage.wide;
  const { rows, fileName, errors, busy } = table;
  const { page, setPage, focusCell } = usePages(table, size);
  const visited = useRef(-1);
  const count = rows.filter((row) => !isBlank(row)).length;
  function goToError(found: RowErrors, after: number): void {
    const wrong = rows.flatMap(({ id }, index) => (found.has(id) ? [index] : []));
    const next = wrong.find((index) => index > after) ?? wrong[0];
    const row = next === undefined ? undefined : rows[next];
    if (next === undefined || !row) return;
    visited.current = next;
    focusCell(next, row.id, found.get(row.id)?.column ?? row.cells.length - 1);
  }
  async function send(isDryRun: boolean): Promise<void> {
    goToError(await table.send(isDryRun), -1);
  }
  function add(): void {
    const row = table.addRow();
    focusCell(rows.length, row.id, 0);
  }
  function discard(): void {
    table.clear();
    showToast({ text: texts.discarded, undo: () => table.restore({ fileName, rows }) });
  }
  return (
    <>
      <Group justify="space-between" gap="xs" mb="sm">
        <Text miw={0}>
          <bdi>{fileName}</bdi>, {texts.rows(rows.length)}
        </Text>
        <Button variant="subtle" disabled={busy !== undefined} onClick={discard}>
          {texts.otherFile}
        </Button>
      </Group>
      <Group gap="xs" py="xs" className="import-bar">
        <Button loading={busy === 'import'} disabled={count === 0 || busy === 'check'} onClick={() => void send(false)}>
          {texts.submit(count)}
        </Button>
        <Button
          variant="default"
          loading={busy === 'check'}
          disabled={count === 0 || busy === 'import'}
          onClick={() => void send(true)}
        >
          {texts.check}
        </Button>
        {errors.size > 0 && (
          <Button variant="light" color="red" onClick={() => goToError(errors, visited.current)}>
            {texts.nextError}
          </Button>
        )}
      </Group>
      <ImportStatus kind={kind} table={table} count={count} />
      <fieldset disabled={busy !== undefined} aria-label={texts.rows(rows.length)}>
        <RowPage kind={kind} table={table} page={page} size={size} onPage={setPage} />
        <Button variant="default" mt="sm" disabled={!table.mayAdd} onClick={add}>
          {texts.addRow}
        </Button>
        {!table.mayAdd && (
          <Text size="sm" c="dimmed">
            {texts.errors.tooManyRows(maxRows)}
          </Text>
        )}
      </fieldset>
    </>
  );
}

/** Which rows are shown, and a way to a field on any page. */
function usePages({ rows }: ImportTable, size: number) {
  const [wanted, setPage] = useState(0);
  const target = useRef<string>(undefined);
  const page = Math.max(0, Math.min(wanted, Math.ceil(rows.length / size) - 1));
  useEffect(() => {
    if (!target.current) return;
    document.getElementById(target.current)?.focus();
    target.current = undefined;
  });
  const [, render] = useState({});
  function focusCell(index: number, row: number, column: number): void {
    target.current = cellId(row, column);
    setPage(Math.floor(index / size));
    render({});
  }
  return { page, setPage, focusCell };
}
