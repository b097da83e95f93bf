import { Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { LateCount } from '../../components/deadlines/lazy.ts';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { NewItemsButton } from '../../components/new-items-button.tsx';
import { statusStyle } from '../../components/status-color.ts';
import { useStableList } from '../../components/use-stable-list.ts';
import { useMessages } from '../../i18n/locale.ts';
import { BoardCard, type CardContext } from './board-card.tsx';
import type { Column, Lane } from './use-board.ts';

interface Props {
  title: string;
  lane: Lane;
  empty: string;
  /** the status of its tickets; undefined for the lane that has several */
  status?: Column;
  context: CardContext;
}

/** One column of the board; its cards stay in their places. */
export function BoardLane({ title, lane: { page, total, isSettled }, empty, status, context }: Props) {
  const messages = useMessages();
  const { rows, newCount, showNew } = useStableList(page, isSettled, status ?? 'attention');
  const isUrgent = !status && total > 0;
  return (
    <Stack component="section" gap="xs" className="column" style={statusStyle(isUrgent ? 'rejected' : (status ?? 'closed'))}>
      {/* As high as one with a tag, so that the columns begin at the same height. */}
      <Group component="header" gap={6} mih={33} pb={6} justify="space-between" wrap="nowrap">
        <Text component="h2" fw="bold">
          {title}{' '}
          <Text span inherit c="dimmed" fw="normal" className="numbers">
            {page && messages.app.number(page.total)}
          </Text>
        </Text>
        {status && <LateCount status={status} />}
      </Group>
      {!page && <ListSkeleton height={92} />}
      <NewItemsButton count={newCount} onShow={showNew} />
      {page && rows.length === 0 && <Text c="dimmed">{empty}</Text>}
      <Stack component="ul" gap="xs">
        {rows.map(({ item, isRemoved }) => (
          <li key={item.id}>
            <BoardCard ticket={item} isRemoved={isRemoved} showsStatus={!status} context={context} />
          </li>
        ))}
      </Stack>
      {status && page && page.total > page.items.length && (
        <Link to="/tickets" search={{ status, order: 'asc' }}>
          {messages.board.all(total)}
        </Link>
      )}
    </Stack>
  );
}
