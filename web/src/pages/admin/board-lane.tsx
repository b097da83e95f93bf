import { Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import type { Selection } from '../../features/assigning/selection.tsx';
import { LateCount } from '../../features/deadlines/lazy.ts';
import { useMessages } from '../../i18n/locale.ts';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { BoardCard, type CardActions, type CardTarget } from './board-card.tsx';
import type { Lane } from './board-view.ts';
import type { AttentionReason } from './urgency.ts';
import type { BoardFilters } from './use-board.ts';
import type { BoardCardPlace } from './use-stable-board.ts';

/** What the cards of the board have in common. */
export interface CardContext {
  selection: Selection;
  reasons: ReadonlyMap<number, AttentionReason>;
  filters: BoardFilters;
  isDisabled: (accountId: string) => boolean;
  /** the name of a lane, for the cards that somebody has moved there */
  laneName: (key: string) => string | undefined;
  /** the ticket in the drawer */
  open: number | undefined;
  target: CardTarget;
  actions: CardActions;
}

interface Props {
  lane: Lane;
  /** undefined while they are read */
  places: BoardCardPlace[] | undefined;
  /** of all tickets, also those that were not read */
  total: number;
  /** whether the total is a lower bound */
  hasMore: boolean;
  context: CardContext;
}

/** One column of the board; its cards stay in their places. */
export function BoardLane({ lane, places, total, hasMore, context }: Props) {
  const messages = useMessages();
  const { selection, reasons, filters, isDisabled, laneName, open, target, actions } = context;
  const minute = Math.floor(Date.now() / 60_000);
  const { title, search, status } = lane;
  const style: CSSProperties & Record<`--${string}`, string> = { '--status-color': lane.color };
  const head = (
    <>
      {title}{' '}
      <Text span inherit c="dimmed" fw="normal" className="numbers">
        {places && `${messages.app.number(total)}${hasMore ? '+' : ''}`}
      </Text>
    </>
  );
  return (
    <Stack component="section" gap={6} className="column" style={style}>
      {/* As high as one with a tag, so that the columns begin at the same height. */}
      <Group component="header" gap={4} mih={33} pb={4} justify="space-between" wrap="nowrap">
        <Text component="h2" fw="bold" miw={0} truncate="end" title={title}>
          {search && total > 0 ? (
            <Link to="/tickets" search={search} className="plain-link">
              {head}
            </Link>
          ) : (
            head
          )}
        </Text>
        {status && <LateCount status={status} filters={filters} />}
      </Group>
      {!places && <ListSkeleton height={92} />}
      {places?.length === 0 && <Text c="dimmed">{messages.board.empty}</Text>}
      <Stack component="ul" gap={6}>
        {places?.map(({ ticket, movedTo }) => (
          <li key={ticket.id}>
            <BoardCard
              ticket={ticket}
              movedTo={movedTo === undefined ? undefined : (laneName(movedTo) ?? '')}
              isSelected={selection.has(ticket.id)}
              isOpen={ticket.id === open}
              reason={reasons.get(ticket.id)}
              isWorkerDisabled={Boolean(ticket.worker_id && isDisabled(ticket.worker_id))}
              target={target}
              actions={actions}
              minute={minute}
            />
          </li>
        ))}
      </Stack>
      {status && search && places && total > places.length && (
        <Link to="/tickets" search={search}>
          {messages.board.all(total)}
        </Link>
      )}
    </Stack>
  );
}
