import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsNarrow } from '../../components/use-breakpoint.ts';

interface Props {
  /** of the heading that names it */
  labelledBy: string;
  head: string[];
  /** the first cell of a row is its head */
  rows: { key: string; cells: ReactNode[] }[];
}

const columnsOfPhones = 3;

/** A table of numbers; on phones only its first columns. */
export function NumberTable({ labelledBy, head, rows }: Props) {
  const columns = useIsNarrow() ? columnsOfPhones : head.length;
  return (
    <Table aria-labelledby={labelledBy} className="numbers">
      <Table.Thead>
        <Table.Tr>
          {head.slice(0, columns).map((name, i) => (
            <Table.Th key={name} scope="col" ta={i === 0 ? 'start' : 'end'}>
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, cells: [first, ...rest] }) => (
          <Table.Tr key={key}>
            <Table.Th scope="row">{first}</Table.Th>
            {rest.slice(0, columns - 1).map((cell, i) => (
              <Table.Td key={head[i + 1]} ta="end">
                {cell}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
