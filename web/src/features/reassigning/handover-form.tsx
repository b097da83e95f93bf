import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { invalidateTickets } from '../../api/invalidation.ts';
import type { HandoverResult, Profile, Ticket } from '../../contract/schemas.ts';
import { serverMessageText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/locale.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { sendAllHeld } from '../../session/held-actions.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Meta } from '../../ui/meta.tsx';
import { readAllPages } from '../assigning/all-pages.ts';
import { isReassignable } from '../assigning/reassignable.ts';
import { WorkerOptions } from '../assigning/worker-options.tsx';
import { ticketTitle } from '../ticket-title.ts';
import { useReassigningTexts } from './texts/texts.ts';

interface Props {
  user: Pick<Profile, 'id' | 'name'>;
  /** only the tickets of this project */
  projectId?: number;
  onClose: () => void;
  /** what the work is handed over for, such as disabling the account */
  next?: { label: string; run: () => void };
}

interface Person {
  id: string;
  name: string;
}

/** Gives the unfinished work of a worker to another one: whom, what would move, and what became of each ticket. */
export function HandoverForm(props: Props) {
  const { user, projectId } = props;
  const texts = useReassigningTexts();
  const [to, setTo] = useState<Person>();
  const work = useQuery({
    queryKey: ['GET /ext/users/{id}/open-work', { id: user.id }, 'all'],
    queryFn: ({ signal }) =>
      readAllPages<Ticket>((page) =>
        call('GET /ext/users/{id}/open-work', { params: { id: user.id }, query: { ...page, sort: 'id' }, signal }),
      ),
    staleTime: 0,
  });
  if (work.isPending) return <ListSkeleton height={44} />;
  if (work.isError && !work.data) return <ErrorState error={work.error} retry={() => void work.refetch()} />;
  const isMeant = (ticket: Ticket): boolean => projectId === undefined || ticket.project_id === projectId;
  const tickets = (work.data ?? []).filter(isMeant);
  if (to) return <Preview {...props} to={to} tickets={tickets} onBack={() => setTo(undefined)} />;
  const movable = tickets.filter(isReassignable);
  if (movable.length === 0) {
    return (
      <Stack mt="xs" gap="xs">
        <Text>{texts.nothing}</Text>
        <WaitingTickets tickets={tickets} onClose={props.onClose} />
      </Stack>
    );
  }
  return (
    <Stack mt="xs" gap="xs">
      <Text>{texts.handOverTo(isolateName(user.name))}</Text>
      <WorkerOptions
        projectIds={movable.map(({ project_id }) => project_id)}
        withoutId={user.id}
        emptyState={() => <Text c="dimmed">{texts.noOther}</Text>}
        onSelect={({ id, name }) => setTo({ id, name })}
      />
    </Stack>
  );
}

interface PreviewProps extends Props {
  to: Person;
  tickets: Ticket[];
  onBack: () => void;
}

function Preview({ user, projectId, to, tickets: currentTickets, onBack, onClose, next }: PreviewProps) {
  const messages = useMessages();
  const texts = useReassigningTexts();
  const client = useQueryClient();
  const [tickets] = useState(currentTickets); // those that have moved are named as well
  const body = { to_worker_id: to.id, ...(projectId !== undefined && { project_id: projectId }) };
  const params = { id: user.id };
  const preview = useQuery({
    queryKey: ['POST /ext/workers/{id}/handover', params, body],
    queryFn: async () => {
      // What the user has given to the worker just now moves as well.
      await sendAllHeld();
      return call('POST /ext/workers/{id}/handover', { params, query: { dry_run: 'true' }, body });
    },
    staleTime: 0,
    gcTime: 0,
  });
  const handover = useMutation({
    mutationFn: () => call('POST /ext/workers/{id}/handover', { params, body }),
    onSettled: () =>
      invalidateTickets(
        client,
        tickets.map(({ id }) => id),
      ),
  });
  if (preview.isPending) return <ListSkeleton height={44} />;
  if (preview.isError && !preview.data) return <ErrorState error={preview.error} retry={() => void preview.refetch()} />;
  const result = handover.data;
  const shown = result ?? preview.data;
  const name = isolateName(to.name);
  return (
    <Stack mt="xs" gap="xs">
      <Text role="status" fw="bold">
        {(result ? texts.moved : texts.preview)(shown.moved.length, name)}
      </Text>
      <TicketNames ids={shown.moved} tickets={tickets} onClose={onClose} />
      {shown.refused.length > 0 && (
        <>
          <Text fw="bold">{texts.stay(shown.refused.length)}</Text>
          <TicketNames ids={shown.refused.map(({ id }) => id)} refused={shown.refused} tickets={tickets} onClose={onClose} />
        </>
      )}
      <WaitingTickets tickets={tickets} onClose={onClose} />
      <FormError error={handover.error} />
      <Group gap="xs">
        {!result && (
          <>
            <Button
              mih="var(--min-target-size)"
              loading={handover.isPending}
              disabled={shown.moved.length === 0}
              onClick={() => handover.mutate()}
            >
              {texts.submit(shown.moved.length)}
            </Button>
            <Button variant="default" onClick={onBack}>
              {texts.otherWorker}
            </Button>
          </>
        )}
        {result && next && <Button onClick={next.run}>{next.label}</Button>}
        {result && (
          <Button variant="default" onClick={onClose}>
            {messages.app.close}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** The requests that nobody takes over: their work is done, and whoever wants to remove the worker needs the client first. */
function WaitingTickets({ tickets, onClose }: Pick<NamesProps, 'tickets' | 'onClose'>) {
  const texts = useReassigningTexts();
  const ids = tickets.filter(({ status }) => status === 'done').map(({ id }) => id);
  if (ids.length === 0) return null;
  return (
    <>
      <Text fw="bold">{texts.waiting(ids.length)}</Text>
      <TicketNames ids={ids} tickets={tickets} onClose={onClose} />
    </>
  );
}

interface NamesProps {
  ids: number[];
  refused?: HandoverResult['refused'];
  tickets: Ticket[];
  onClose: () => void;
}

function TicketNames({ ids, refused = [], tickets, onClose }: NamesProps) {
  const messages = useMessages();
  const texts = useReassigningTexts();
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  const reasons = new Map(refused.map(({ id, error }) => [id, serverMessageText(error, messages)]));
  return (
    <Stack component="ul" gap={4}>
      {ids.map((id) => {
        const ticket = byId.get(id);
        return (
          <Meta key={id} component="li">
            <Link to="/tickets/$id" params={{ id: String(id) }} onClick={onClose} className="tap-target">
              {ticket ? ticketTitle(ticket) : texts.request(id)}
            </Link>
            <Text span size="sm" className="numbers">
              #{id}
            </Text>
            {reasons.has(id) && (
              <Text span size="sm" c="dimmed">
                {reasons.get(id)}
              </Text>
            )}
          </Meta>
        );
      })}
    </Stack>
  );
}
