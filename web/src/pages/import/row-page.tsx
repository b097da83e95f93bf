import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { apiQuery } from '../../api/queries.ts';
import type { FileKind } from '../../contract/import-kinds.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useIsNarrow } from '../../ui/use-breakpoint.ts';
import { projectListId, RowCard, TableRow } from './import-row.tsx';
import { rowNumber } from './rows.ts';
import { useColumns, useImportTexts } from './texts/texts.ts';
import type { ImportTable } from './use-import-table.ts';

interface Props {
  kind: FileKind;
  table: ImportTable;
  page: number;
  /** rows of a page */
  size: number;
  onPage: (page: number) => void;
}

/** Some rows of the table. */
export function RowPage({ kind, table, page, size, onPage }: Props) {
  const isNarrow = useIsNarrow();
  const { rows, errors, changeRow, removeRow } = table;
  const first = page * size;
  const Row = isNarrow ? RowCard : TableRow;
  const shown = rows
    .slice(first, first + size)
    .map((row, index) => (
      <Row
        key={row.id}
        kind={kind}
        row={row}
        number={rowNumber(first + index)}
        error={errors.get(row.id)}
        onChange={changeRow}
        onRemove={removeRow}
      />
    ));
  return (
    <>
      {isNarrow ? (
        <Stack component="ul" gap="xs">
          {shown}
        </Stack>
      ) : (
        <WideTable kind={kind}>{shown}</WideTable>
      )}
      {kind !== 'workers' && <ProjectNames />}
      <Pager page={page} size={size} total={rows.length} onPage={onPage} />
    </>
  );
}

function WideTable({ kind, children }: { kind: FileKind; children: ReactNode }) {
  const texts = useImportTexts();
  return (
    <Table layout="fixed" verticalSpacing={4} aria-label={texts.title[kind]}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col" w={64}>
            {texts.row}
          </Table.Th>
          {useColumns(kind).map(({ name, label }) => (
            <Table.Th key={name} scope="col">
              {label}
            </Table.Th>
          ))}
          <Table.Td w={64} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  );
}

function Pager({ page, size, total, onPage }: { page: number; size: number; total: number; onPage: (page: number) => void }) {
  const messages = useMessages();
  const position = useRef<HTMLParagraphElement>(null);
  if (total <= size) return null;
  function turn(to: number): void {
    onPage(to);
    position.current?.focus();
  }
  const last = Math.min(total, (page + 1) * size);
  return (
    <Group gap="sm" mt="sm">
      <Text c="dimmed" className="numbers" role="status" ref={position} tabIndex={-1}>
        {messages.list.page(page * size + 1, last, total)}
      </Text>
      {page > 0 && (
        <Button variant="default" onClick={() => turn(page - 1)}>
          {messages.list.previous}
        </Button>
      )}
      {last < total && (
        <Button variant="default" onClick={() => turn(page + 1)}>
          {messages.list.nextPage}
        </Button>
      )}
    </Group>
  );
}

/** The names of projects, which their fields offer. */
function ProjectNames() {
  const { data } = useQuery(apiQuery('GET /ext/projects', { query: { limit: 100 } }));
  const names = [...new Set(data?.items.map(({ name }) => name) ?? [])];
  return (
    <datalist id={projectListId}>
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}
