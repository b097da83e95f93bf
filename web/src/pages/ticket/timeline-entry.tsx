import { Blockquote, Text } from '@mantine/core';
import type { Status } from '../../contract/enums.ts';
import type { HandBack, Ticket, TicketComment, TicketEvent } from '../../contract/schemas.ts';
import { useReassigningTexts } from '../../features/reassigning/texts/texts.ts';
import { statusColor } from '../../features/status-color.ts';
import { useMessages } from '../../i18n/locale.ts';
import { withoutBidirectionalControls } from '../../lib/bidirectional-controls.ts';
import { IsolatedName } from '../../ui/isolated-name.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { CommentPictures } from './comment-pictures.tsx';
import { CorrectionEntry } from './correction-entry.tsx';
import { InternalComment } from './internal-comment.tsx';
import type { TimelineEntry } from './merge-timeline.ts';
import { AppointmentEntry, HoldEntry } from './planning/plan-entries.tsx';
import { useTicketTexts } from './texts/texts.ts';

interface Props {
  entry: TimelineEntry;
  ticket: Ticket;
  /** reads the comments again, because the link to a picture has ended */
  onBroken: () => void;
}

/** The content of one entry of the timeline of a ticket. */
export function TimelineEntryContent({ entry, ticket, onBroken }: Props) {
  if (entry.kind === 'comment') return <CommentEntry comment={entry.comment} onBroken={onBroken} />;
  if (entry.kind === 'handBack') return <HandBackEntry handBack={entry.handBack} />;
  if (entry.kind === 'correction') return <CorrectionEntry correction={entry.correction} />;
  if (entry.kind === 'hold') return <HoldEntry hold={entry.hold} />;
  if (entry.kind === 'appointment') return <AppointmentEntry appointment={entry.appointment} />;
  return <EventEntry event={entry.event} ticket={ticket} />;
}

/** The color of the status since an entry; what has no status does not change it. */
export function entryColor(entry: TimelineEntry): string {
  if (entry.kind === 'handBack') return statusColor('rejected');
  if (entry.kind !== 'event' || isPhoto(entry.event)) return 'var(--border-strong)';
  return statusColor(entry.event.to_status as Status);
}

const isPhoto = ({ action }: TicketEvent): boolean => action.startsWith('photo_');

function EventEntry({ event, ticket }: { event: TicketEvent; ticket: Ticket }) {
  const { worker_id, worker_name, assigned_at } = ticket;
  const messages = useMessages();
  const texts = useReassigningTexts();
  /** An assignment by the worker is shown as accepting, any other one with the name of the worker. */
  function actionText({ action, actor_id, from_status, created_at }: TicketEvent): string {
    if (action !== 'assigned') return messages.labels.action[action];
    if (actor_id === worker_id) return messages.labels.action.taken;
    // The journal does not name the worker, and the ticket only the last one.
    const name = created_at === assigned_at && worker_name ? withoutBidirectionalControls(worker_name) : undefined;
    if (from_status !== 'new') return name ? texts.reassignedTo(name) : messages.labels.action.reassigned;
    return name ? messages.ticket.assignedWorker(name) : messages.labels.action.assigned;
  }
  return (
    <>
      <ActionLine name={event.actor_name} text={actionText(event)} at={event.created_at} />
      {event.comment && isPhoto(event) && (
        <Text size="sm" c="dimmed">
          {event.comment}
        </Text>
      )}
      {event.comment && !isPhoto(event) && <Reason text={event.comment} />}
    </>
  );
}

function HandBackEntry({ handBack: { worker_name, reason, created_at } }: { handBack: HandBack }) {
  const { handedBackAction } = useReassigningTexts();
  return (
    <>
      <ActionLine name={worker_name} text={handedBackAction} at={created_at} />
      <Reason text={reason} />
    </>
  );
}

function CommentEntry({ comment, onBroken }: { comment: TicketComment; onBroken: () => void }) {
  const messages = useMessages();
  const { comments: texts } = useTicketTexts();
  return (
    <InternalComment isInternal={comment.internal}>
      <p>
        {comment.author_role === 'reporter' ? <b>{texts.reporter}</b> : <IsolatedName name={comment.author_name} />}{' '}
        <Text span size="sm" c="dimmed">
          {comment.author_role === 'reporter' ? texts.withoutAccount : messages.labels.role[comment.author_role]} ·{' '}
          <RelativeTime at={comment.created_at} />
        </Text>
      </p>
      <Text className="description">{comment.text}</Text>
      {comment.to_reporter && (
        <Text size="sm" c="dimmed">
          {texts.shownToReporter}
        </Text>
      )}
      {comment.attachments.length > 0 && <CommentPictures comment={comment} onBroken={onBroken} />}
    </InternalComment>
  );
}

function ActionLine({ name, text, at }: { name: string; text: string; at: string }) {
  return (
    <p>
      <IsolatedName name={name} /> {text}{' '}
      <Text span size="sm" c="dimmed">
        <RelativeTime at={at} />
      </Text>
    </p>
  );
}

function Reason({ text }: { text: string }) {
  return (
    <Blockquote color="gray" mt={4} px="sm" py={6}>
      {text}
    </Blockquote>
  );
}
