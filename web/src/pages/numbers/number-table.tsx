import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { ScrollBox } from './scroll-box.tsx';

interface Props {
  /** of the heading that names it */
  labelledBy: string;
  head: string[];
  /** the first cell of a row is its head */
  rows: { key: string; cells: ReactNode[] }[];
}

/** The first column stays where it is while the others scroll. */
const stays = { pos: 'sticky', left: 0, bg: 'var(--card-background)' } as const;

/** A table of numbers, which scrolls sideways where it has no room. */
export function NumberTable({ labelledBy, head, rows }: Props) {
  return (
    <ScrollBox labelledBy={labelledBy}>
      <Table aria-labelledby={labelledBy} className="numbers">
        <Table.Thead>
          <Table.Tr>
            {head.map((name, i) => (
              <Table.Th
                key={name}
                scope="col"
                ta={i === 0 ? 'start' : 'end'}
                style={{ whiteSpace: 'nowrap' }}
                {...(i === 0 && stays)}
              >
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, cells: [first, ...rest] }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" miw={110} {...stays}>
                {first}
              </Table.Th>
              {rest.map((cell, i) => (
                <Table.Td key={head[i + 1]} ta="end">
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}
