import { Blockquote, Stack, Text, Timeline, Title } from '@mantine/core';
import { useApiListQuery } from '../../api/queries.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { IsolatedName } from '../../components/isolated-name.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { useReassigningTexts } from '../../components/reassigning/texts/texts.ts';
import { useHandBacks } from '../../components/reassigning/use-hand-backs.ts';
import { ShowMore, useListPaging } from '../../components/show-more.tsx';
import { statusColor } from '../../components/status-color.ts';
import { RelativeTime } from '../../components/time.tsx';
import type { Status } from '../../contract/enums.ts';
import type { HandBack, Ticket, TicketEvent, TicketEventPage } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { withoutBidirectionalControls } from '../../lib/bidirectional-controls.ts';

/** The journal of a ticket, the newest entry first. */
export function TicketJournal({ ticket: { id, worker_id, worker_name, assigned_at } }: { ticket: Ticket }) {
  const messages = useMessages();
  const texts = useReassigningTexts();
  const paging = useListPaging();
  const { limit, offset } = paging;
  const events = useApiListQuery('GET /tickets/{id}/events', { params: { id }, query: { limit, offset, order: 'desc' } });
  /** An assignment by the worker is shown as accepting, any other one with the name of the worker. */
  function entryText({ action, actor_id, from_status, created_at }: TicketEvent): string {
    if (action !== 'assigned') return messages.labels.action[action];
    if (actor_id === worker_id) return messages.labels.action.taken;
    // The journal does not name the worker, and the ticket only the last one.
    const name = created_at === assigned_at && worker_name ? withoutBidirectionalControls(worker_name) : undefined;
    if (from_status !== 'new') return name ? texts.reassignedTo(name) : texts.reassigned;
    return name ? messages.ticket.assignedWorker(name) : messages.labels.action.assigned;
  }
  const { all: handBacks } = useHandBacks(id);
  const entries = withHandBacks(events.data, handBacks);
  return (
    <Stack component="section" className="journal" gap="sm" aria-labelledby="journal">
      <Title order={2} id="journal">
        {messages.ticket.journal}
      </Title>
      {events.isPending && <ListSkeleton height={44} />}
      {events.isError && !events.data && <ErrorState error={events.error} retry={() => void events.refetch()} />}
      <Timeline className="timeline" role="list" active={entries.length} bulletSize={12} lineWidth={2}>
        {entries.map(({ event, handBack }, index) => (
          <Timeline.Item
            key={event ? event.id : `hand-back-${handBack.id}`}
            role="listitem"
            bullet={<span />}
            color={event ? entryColor(event) : statusColor('rejected')}
            mt={index > 0 ? 'md' : 0}
          >
            {event ? (
              <Entry event={event} text={entryText(event)} />
            ) : (
              <Entry event={handBackEntry(handBack)} text={texts.handedBackAction} />
            )}
          </Timeline.Item>
        ))}
      </Timeline>
      <ShowMore paging={paging} page={events.data} />
    </Stack>
  );
}

type TimelineEntry = { event: TicketEvent; handBack?: never } | { event?: never; handBack: HandBack };

/** The entries of the journal that were read, with the hand-backs of the same time; both the newest first. */
function withHandBacks(events: TicketEventPage | undefined, handBacks: HandBack[]): TimelineEntry[] {
  if (!events) return [];
  const hasAll = events.offset + events.items.length >= events.total;
  const newest = events.offset > 0 ? events.items[0]?.created_at : undefined;
  const oldest = hasAll ? '' : (events.items.at(-1)?.created_at ?? '');
  const shown = handBacks.filter(({ created_at }) => created_at >= oldest && (!newest || created_at <= newest));
  const entries: TimelineEntry[] = [...events.items.map((event) => ({ event })), ...shown.map((handBack) => ({ handBack }))];
  const timeOf = ({ event, handBack }: TimelineEntry): string => (event ?? handBack).created_at;
  return entries.sort((a, b) => timeOf(b).localeCompare(timeOf(a)));
}

const handBackEntry = ({ worker_name, reason, created_at }: HandBack): ShownEntry => ({
  ...{ action: 'hand_back', actor_name: worker_name, comment: reason, created_at },
});

type ShownEntry = Pick<TicketEvent, 'actor_name' | 'comment' | 'created_at'> & { action: string };

const isPhoto = ({ action }: { action: string }): boolean => action.startsWith('photo_');

/** That of the status since then; a photo does not change it. */
const entryColor = (event: TicketEvent): string =>
  isPhoto(event) ? 'var(--border-strong)' : statusColor(event.to_status as Status);

function Entry({ event, text }: { event: ShownEntry; text: string }) {
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
