import { Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Selection } from '../../features/assigning/selection.tsx';
import { LateCount } from '../../features/deadlines/lazy.ts';
import { statusStyle } from '../../features/status-color.ts';
import { useMessages } from '../../i18n/locale.ts';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { NewItemsButton } from '../../ui/new-items-button.tsx';
import { useStableList } from '../../ui/use-stable-list.ts';
import { BoardCard, type CardActions, type CardTarget } from './board-card.tsx';
import type { AttentionReason } from './urgency.ts';
import type { Column, Lane } from './use-board.ts';

/** What the cards of the board have in common. */
export interface CardContext {
  selection: Selection;
  reasons: ReadonlyMap<number, AttentionReason>;
  isDisabled: (accountId: string) => boolean;
  /** the ticket in the drawer */
  open: number | undefined;
  target: CardTarget;
  actions: CardActions;
}

interface Props {
  title: string;
  lane: Lane;
  empty: string;
  /** the status of its tickets; undefined for the lane that has several */
  status?: Column;
  context: CardContext;
}

/** One column of the board; its cards stay in their places. */
export function BoardLane({ title, lane: { page, total, isSettled, mayHaveMore = false }, empty, status, context }: Props) {
  const messages = useMessages();
  const { rows, newCount, showNew } = useStableList(page, isSettled, status ?? 'attention');
  const { selection, reasons, isDisabled, open, target, actions } = context;
  const minute = Math.floor(Date.now() / 60_000);
  const isUrgent = !status && total > 0;
  return (
    <Stack component="section" gap="xs" className="column" style={statusStyle(isUrgent ? 'rejected' : (status ?? 'closed'))}>
      {/* As high as one with a tag, so that the columns begin at the same height. */}
      <Group component="header" gap={6} mih={33} pb={6} justify="space-between" wrap="nowrap">
        <Text component="h2" fw="bold">
          {title}{' '}
          <Text span inherit c="dimmed" fw="normal" className="numbers">
            {page && messages.app.number(page.total)}
            {page && mayHaveMore && '+'}
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
            <BoardCard
              ticket={item}
              isRemoved={isRemoved}
              isSelected={selection.has(item.id)}
              isOpen={item.id === open}
              reason={status ? undefined : reasons.get(item.id)}
              isWorkerDisabled={Boolean(item.worker_id && isDisabled(item.worker_id))}
              target={target}
              actions={actions}
              minute={minute}
            />
          </li>
        ))}
      </Stack>
      {mayHaveMore && (
        <Text size="sm" c="dimmed">
          {messages.board.moreAttention}
        </Text>
      )}
      {status && page && page.total > page.items.length && (
        <Link to="/tickets" search={{ status, order: 'asc' }}>
          {messages.board.all(total)}
        </Link>
      )}
    </Stack>
  );
}
