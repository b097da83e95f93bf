import { Blockquote, Stack, Text, Timeline, Title } from '@mantine/core';
import { useApiListQuery } from '../../api/queries.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { IsolatedName } from '../../components/isolated-name.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { ShowMore, useListPaging } from '../../components/show-more.tsx';
import { statusColor } from '../../components/status-color.ts';
import { RelativeTime } from '../../components/time.tsx';
import type { Status } from '../../contract/enums.ts';
import type { Ticket, TicketEvent } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { withoutBidirectionalControls } from '../../lib/bidirectional-controls.ts';

/** The journal of a ticket, the newest entry first. */
export function TicketJournal({ ticket: { id, worker_id, worker_name } }: { ticket: Ticket }) {
  const messages = useMessages();
  const paging = useListPaging();
  const { limit, offset } = paging;
  const events = useApiListQuery('GET /tickets/{id}/events', { params: { id }, query: { limit, offset, order: 'desc' } });
  /** An assignment by the worker is shown as accepting, any other one with the name of the worker. */
  function entryText({ action, actor_id }: TicketEvent): string {
    if (action !== 'assigned') return messages.labels.action[action];
    if (actor_id === worker_id) return messages.labels.action.taken;
    return worker_name
      ? messages.ticket.assignedWorker(withoutBidirectionalControls(worker_name))
      : messages.labels.action.assigned;
  }
  return (
    <Stack component="section" className="journal" gap="sm" aria-labelledby="journal">
      <Title order={2} id="journal">
        {messages.ticket.journal}
      </Title>
      {events.isPending && <ListSkeleton height={44} />}
      {events.isError && !events.data && <ErrorState error={events.error} retry={() => void events.refetch()} />}
      <Timeline className="timeline" role="list" active={events.data?.items.length ?? 0} bulletSize={12} lineWidth={2}>
        {events.data?.items.map((event, index) => (
          <Timeline.Item key={event.id} role="listitem" bullet={<span />} color={entryColor(event)} mt={index > 0 ? 'md' : 0}>
            <Entry event={event} text={entryText(event)} />
          </Timeline.Item>
        ))}
      </Timeline>
      <ShowMore paging={paging} page={events.data} />
    </Stack>
  );
}

const isPhoto = ({ action }: TicketEvent): boolean => action.startsWith('photo_');

/** That of the status since then; a photo does not change it. */
const entryColor = (event: TicketEvent): string =>
  isPhoto(event) ? 'var(--border-strong)' : statusColor(event.to_status as Status);

function Entry({ event, text }: { event: TicketEvent; text: string }) {
  return (
    <>
      <p>
        <IsolatedName name={event.actor_name} /> {text}{' '}
        <Text span size="sm" c="dimmed">
          <RelativeTime at={event.created_at} />
        </Text>
      </p>
      {event.comment && isPhoto(event) && (
        <Text size="sm" c="dimmed">
          {event.comment}
        </Text>
      )}
      {event.comment && !isPhoto(event) && (
        <Blockquote color="gray" mt={4} px="sm" py={6}>
          {event.comment}
        </Blockquote>
      )}
    </>
  );
}
