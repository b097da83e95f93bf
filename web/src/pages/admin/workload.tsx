import { Box, Group, Paper, type PaperProps, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, type DragEvent, useState } from 'react';
import { apiQuery, useApiQuery } from '../../api/queries.ts';
import type { Ticket, Workload } from '../../contract/schemas.ts';
import { useAccountTrust } from '../../features/account-trust/use-account-trust.ts';
import { LoadBar } from '../../features/assigning/load-bar.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { UserAvatar } from '../../ui/user-avatar.tsx';

const refetchIntervalMs = 15_000;
const statuses = ['rejected', 'assigned', 'in_progress', 'done'] as const;
/** Workers without open tickets; all others are in the list of a ticket's project. */
const maxIdle = 12;

interface Props {
  /** the tickets that are dragged at the moment */
  dragged: Ticket[];
  onAssign: (worker: { id: string; name: string }) => void;
}

/** The number of open tickets of each worker, by status. A ticket that is dropped on a worker is assigned. */
export function WorkloadPanel(props: Props) {
  const messages = useMessages();
  const paging = useListPaging();
  const { limit, offset } = paging;
  const workload = useQuery({
    ...apiQuery('GET /ext/workload', { query: { limit, offset } }),
    placeholderData: keepPreviousData,
    refetchInterval: refetchIntervalMs,
  });
  const busy = workload.data?.items ?? [];
  const accounts = useAccountTrust(busy.map(({ worker_id }) => worker_id).sort());
  const idle = useIdleWorkers(busy, workload.data?.total === busy.length);
  return (
    <Stack component="section" gap="xs" aria-labelledby="workload">
      <Title order={2} id="workload">
        {messages.board.workload}
      </Title>
      {(workload.isPending || (workload.data && !idle)) && <ListSkeleton height={44} />}
      {workload.isError && !workload.data && <ErrorState error={workload.error} retry={() => void workload.refetch()} />}
      {workload.data?.total === 0 && (
        <Text size="sm" c="dimmed">
          {messages.board.noWorkload}
        </Text>
      )}
      <ul className="workload">
        {(idle ? [...busy, ...idle] : []).map((worker) => (
          <li key={worker.worker_id}>
            <WorkerLoad worker={worker} isDisabled={Boolean(accounts.of(worker.worker_id)?.disabled_at)} {...props} />
          </li>
        ))}
      </ul>
      <ShowMore paging={paging} page={workload.data} />
    </Stack>
  );
}

/**
 * Workers without open tickets.
 * @param isComplete whether `busy` has all workers with open tickets
 * @returns undefined until they are read: names that come later would move the board
 */
function useIdleWorkers(busy: Workload[], isComplete: boolean): Workload[] | undefined {
  const { data, isPending } = useApiQuery('GET /users', { query: { role: 'worker', limit: 100 } });
  if (!isComplete) return [];
  if (isPending) return undefined;
  const ids = new Set(busy.map(({ worker_id }) => worker_id));
  const idle = (data?.items ?? []).filter(({ id, confirmed_at }) => confirmed_at && !ids.has(id)).slice(0, maxIdle);
  const none = { open: 0, assigned: 0, in_progress: 0, rejected: 0, done: 0 };
  return idle.map(({ id, name }) => ({ worker_id: id, worker_name: name, ...none }));
}

const PaperLink = createLink((props: PaperProps & AnchorHTMLAttributes<HTMLAnchorElement>) => <Paper component="a" {...props} />);

function WorkerLoad({ worker, isDisabled, dragged, onAssign }: Props & { worker: Workload; isDisabled: boolean }) {
  const messages = useMessages();
  const [isOver, setOver] = useState(false);
  const { worker_id: id, worker_name: name } = worker;
  const takes = dragged.length > 0 && !isDisabled;
  const counts = statuses
    .filter((status) => worker[status] > 0)
    .map((status) => `${messages.labels.status[status]}: ${worker[status]}`);
  function allowDrop(event: DragEvent): void {
    if (!takes) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    setOver(true);
  }
  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    if (takes) onAssign({ id, name });
  }
  return (
    <PaperLink
      withBorder
      px={10}
      py={6}
      c="bright"
      to="/tickets"
      search={{ worker_id: id, status: 'open' }}
      title={[isDisabled && messages.people.disabled, ...counts].filter(Boolean).join(', ')}
      draggable={false}
      className={takes ? `takes ${isOver ? 'over' : ''}` : undefined}
      onDragOver={allowDrop}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Group gap="xs" wrap="nowrap" mih={30}>
        <UserAvatar id={id} name={name} isDisabled={isDisabled} />
        <Box flex={1} miw={0}>
          <Group gap="xs" wrap="nowrap" justify="space-between">
            <Text size="sm" fw="bold" truncate="end">
              {name}
            </Text>
            <Text span size="sm" className="numbers">
              {worker.open}
            </Text>
          </Group>
          {isDisabled && <VisuallyHidden> ({messages.people.disabled})</VisuallyHidden>}
          <LoadBar load={worker} />
        </Box>
      </Group>
    </PaperLink>
  );
}
