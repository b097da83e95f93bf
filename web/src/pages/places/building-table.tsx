import { Group, Paper, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ObjectListItem } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { ariaSorts, SortButton } from '../../ui/sort-button.tsx';
import { Tag } from '../../ui/tag.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { type BuildingSort, buildingSorts, type Order } from './building-sort.ts';
import { usePlaceTexts } from './texts/texts.ts';

interface Props {
  buildings: readonly ObjectListItem[];
  order: { sort: BuildingSort; order: Order };
  onSort: (sort: BuildingSort) => void;
}

const widths: Record<BuildingSort, number | undefined> = { name: undefined, open: 110, overdue: 130, last_closed_at: 200 };

/** The buildings as a table, whose heads sort it. A row opens the page of its building. */
export function BuildingTable({ buildings, order, onSort }: Props) {
  return (
    <Paper withBorder className="table-wrap">
      <Table
        layout="fixed"
        verticalSpacing={0}
        horizontalSpacing={14}
        highlightOnHover
        highlightOnHoverColor="var(--page-background)"
        className="table"
      >
        <Table.Thead>
          <Table.Tr>
            {buildingSorts.map((sort) => (
              <SortHead key={sort} sort={sort} order={order} onSort={onSort} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {buildings.map((building) => (
            <Row key={building.id} building={building} />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

interface HeadProps extends Pick<Props, 'order' | 'onSort'> {
  sort: BuildingSort;
}

function SortHead({ sort, order, onSort }: HeadProps) {
  const { columns } = usePlaceTexts().buildings;
  const direction = order.sort === sort ? order.order : undefined;
  return (
    <Table.Th scope="col" w={widths[sort]} py="xs" abbr={columns[sort]} aria-sort={direction ? ariaSorts[direction] : 'none'}>
      <SortButton direction={direction} onClick={() => onSort(sort)}>
        {columns[sort]}
      </SortButton>
    </Table.Th>
  );
}

function Row({ building }: { building: ObjectListItem }) {
  const messages = useMessages();
  const texts = usePlaceTexts().buildings;
  const { id, name, address, project_name, is_active, open, overdue, last_closed_at } = building;
  return (
    <Table.Tr>
      <Table.Td py="xs">
        <Group gap="xs">
          <Text inherit c="bright" fw={500}>
            <Link to="/buildings/$id" params={{ id: String(id) }} className="card-link">
              {name}
            </Link>
          </Text>
          {!is_active && <Tag>{messages.app.disabled}</Tag>}
        </Group>
        <Text size="sm" c="dimmed">
          {address} · {project_name}
        </Text>
      </Table.Td>
      <Table.Td className="numbers">{messages.app.number(open)}</Table.Td>
      <Table.Td className="numbers" {...(overdue > 0 && { c: 'var(--danger)', fw: 650 })}>
        {messages.app.number(overdue)}
      </Table.Td>
      <Table.Td c="dimmed">{last_closed_at ? <RelativeTime at={last_closed_at} /> : texts.neverClosed}</Table.Td>
    </Table.Tr>
  );
}
