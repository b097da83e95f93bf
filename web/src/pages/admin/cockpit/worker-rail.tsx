import { Box, Group, Paper, type PaperProps, Text, Title, VisuallyHidden } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, type DragEvent, useState } from 'react';
import type { Ticket } from '../../../contract/schemas.ts';
import { useTicketChanges } from '../../../features/assigning/use-ticket-changes.ts';
import type { Messages } from '../../../i18n/en.ts';
import { useMessages } from '../../../i18n/locale.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { UserAvatar } from '../../../ui/user-avatar.tsx';
import { CapacityBar } from './capacity-bar.tsx';
import type { CockpitTexts } from './texts/en.ts';
import { useCockpitTexts } from './texts/texts.ts';
import { type Fit, type RailWorker, type Refusal, useFit, useRail } from './use-rail.ts';

interface Props {
  /** the tickets that are dragged at the moment */
  dragged: Ticket[];
  /** called with the tickets that a worker has got */
  onAssigned: (tickets: Ticket[]) => void;
}

/** All workers with what they have to do, in a fixed order. Tickets that are dropped on one who can take them are assigned. */
export function WorkerRail({ dragged, onAssigned }: Props) {
  const messages = useMessages();
  const { workers, error, retry } = useRail();
  const fitOf = useFit(dragged);
  const { assign } = useTicketChanges();
  return (
    <>
      <Title order={2} size="sm" mb={6}>
        {messages.board.workload}
      </Title>
      {!workers && !error && <ListSkeleton height={44} />}
      {error && <ErrorState error={error} retry={retry} />}
      <ul className="workload">
        {workers?.map((worker) => (
          <li key={worker.id}>
            <WorkerTile
              worker={worker}
              fit={fitOf(worker)}
              draggedCount={dragged.length}
              onDrop={(tickets) => {
                assign(tickets, worker);
                onAssigned(tickets);
              }}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

const PaperLink = createLink((props: PaperProps & AnchorHTMLAttributes<HTMLAnchorElement>) => <Paper component="a" {...props} />);

interface TileProps {
  worker: RailWorker;
  /** what the worker can take of the dragged tickets; undefined while none are dragged */
  fit: Fit | undefined;
  draggedCount: number;
  onDrop: (tickets: Ticket[]) => void;
}

const refusalText = (refusal: Refusal, messages: Messages, texts: CockpitTexts): string =>
  refusal === 'disabled' ? messages.people.disabled : texts[refusal];

function WorkerTile({ worker, fit, draggedCount, onDrop }: TileProps) {
  const messages = useMessages();
  const texts = useCockpitTexts();
  const [isOver, setOver] = useState(false);
  const { id, name, load, usual, isDisabled, absence } = worker;
  const isDragging = draggedCount > 0;
  const mayTake = fit !== undefined && fit.refusal === undefined;
  const takes = mayTake && fit.isKnown;
  function allowDrop(event: DragEvent): void {
    if (!mayTake) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    setOver(true);
  }
  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    if (mayTake) onDrop(fit.tickets);
  }
  const refusal = isDragging && fit?.refusal ? refusalText(fit.refusal, messages, texts) : undefined;
  const part = takes && fit.tickets.length < draggedCount ? texts.partly(fit.tickets.length, draggedCount) : undefined;
  const note = refusal ?? part ?? (isDisabled ? messages.people.disabled : absence);
  return (
    <PaperLink
      px={8}
      py={5}
      c="bright"
      to="/tickets"
      search={{ worker_id: id, status: 'open' }}
      title={usual === undefined ? name : `${name}: ${texts.load(load.open, usual)}`}
      draggable={false}
      className={['rail-worker', takes && 'takes', isDragging && refusal && 'refuses', isOver && mayTake && 'over']
        .filter(Boolean)
        .join(' ')}
      onDragOver={allowDrop}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Group gap={8} wrap="nowrap" mih={34}>
        <UserAvatar id={id} name={name} isDisabled={isDisabled} />
        <Box flex={1} miw={0}>
          <Group gap={6} wrap="nowrap" justify="space-between">
            <Text size="sm" fw={500} truncate="end">
              {name}
            </Text>
            <Text span size="sm" className="numbers">
              {load.open}
            </Text>
          </Group>
          {note ? (
            <Text size="xs" c="dimmed" truncate="end" title={note}>
              {note}
            </Text>
          ) : (
            <CapacityBar open={load.open} usual={usual} />
          )}
          {isDisabled && !note && <VisuallyHidden> ({messages.people.disabled})</VisuallyHidden>}
        </Box>
      </Group>
    </PaperLink>
  );
}
