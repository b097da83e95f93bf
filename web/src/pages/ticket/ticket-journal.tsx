import { Stack, Text, Timeline, Title } from '@mantine/core';
import { useApiListQuery } from '../../api/queries.ts';
import type { Ticket } from '../../contract/schemas.ts';
import { useHandBacks } from '../../features/reassigning/use-hand-backs.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useShownComments } from '../../offline-queue/shown-items.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { CommentForm } from './comment-form.tsx';
import { JournalCheck } from './journal-check.tsx';
import { itemOf, mergeTimeline } from './merge-timeline.ts';
import { usePastPlans } from './planning/use-past-plans.ts';
import { QueuedComment } from './queued-comment.tsx';
import { useTicketTexts } from './texts/texts.ts';
import { entryColor, TimelineEntryContent } from './timeline-entry.tsx';

/** The journal of a ticket with comments, hand-backs, corrections, holds and appointments by time, the newest first, and a field for a comment. */
export function TicketJournal({ ticket }: { ticket: Ticket }) {
  const params = { id: ticket.id };
  const { comments: texts, corrections } = useTicketTexts();
  const messages = useMessages();
  const paging = useListPaging();
  const { limit, offset } = paging;
  const events = useApiListQuery('GET /tickets/{id}/events', { params, query: { limit, offset, order: 'desc' } });
  const commentPaging = useListPaging();
  const comments = useApiListQuery('GET /ext/tickets/{id}/comments', {
    params,
    query: { limit: commentPaging.limit, offset: commentPaging.offset, order: 'desc' },
  });
  const { all: handBacks } = useHandBacks(ticket.id);
  const editPaging = useListPaging();
  const edits = useApiListQuery('GET /ext/tickets/{id}/edits', {
    params,
    query: { limit: editPaging.limit, offset: editPaging.offset, order: 'desc' },
  });
  const plans = usePastPlans(ticket.id);
  const queued = useShownComments(ticket.id).toReversed();
  // A comment whose pictures are still sent is shown once.
  const sent = (comments.data?.items ?? []).filter(({ id }) => !queued.some(({ commentId }) => commentId === id));
  const { holds, appointments } = plans;
  const between = { comments: sent, handBacks, edits: edits.data?.items ?? [], holds, appointments };
  const entries = events.data ? mergeTimeline(events.data, between) : [];
  const readAgain = (): void => void comments.refetch({ cancelRefetch: false });
  return (
    <Stack component="section" className="journal" gap="sm" aria-labelledby="journal">
      <Title order={2} id="journal">
        {messages.ticket.journal}
      </Title>
      <CommentForm key={ticket.id} ticket={ticket} />
      <QueryState query={events} height={44} />
      {comments.isError && !comments.data && <ErrorState error={comments.error} retry={() => void comments.refetch()} />}
      <Timeline className="timeline" role="list" active={queued.length + entries.length} bulletSize={12} lineWidth={2}>
        {queued.map((comment, index) => (
          <Timeline.Item
            key={`queued-${comment.key}`}
            role="listitem"
            bullet={<span />}
            color="var(--warning)"
            mt={index > 0 ? 'md' : 0}
          >
            <QueuedComment comment={comment} />
          </Timeline.Item>
        ))}
        {entries.map((entry, index) => (
          <Timeline.Item
            key={`${entry.kind}-${itemOf(entry).id}`}
            role="listitem"
            bullet={<span />}
            color={entryColor(entry)}
            mt={queued.length + index > 0 ? 'md' : 0}
          >
            <TimelineEntryContent entry={entry} ticket={ticket} onBroken={readAgain} />
          </Timeline.Item>
        ))}
      </Timeline>
      <ShowMore paging={paging} page={events.data} />
      {comments.data && comments.data.total > comments.data.items.length && <Text size="sm">{texts.older}</Text>}
      <ShowMore paging={commentPaging} page={comments.data} />
      {edits.data && edits.data.total > edits.data.items.length && <Text size="sm">{corrections.older}</Text>}
      <ShowMore paging={editPaging} page={edits.data} />
      {plans.hasMore && <Text size="sm">{plans.older}</Text>}
      {events.data && <JournalCheck ticketId={ticket.id} />}
    </Stack>
  );
}
