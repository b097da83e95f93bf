import { Blockquote, Text } from '@mantine/core';
import type { Status } from '../../contract/enums.ts';
import type { Ticket, TicketDetail } from '../../contract/schemas.ts';
import { useOptimisticTicket } from '../../features/optimistic-ticket.ts';
import { HandBackButton } from '../../features/reassigning/hand-back-button.tsx';
import { HandBackNote } from '../../features/reassigning/hand-back-note.tsx';
import { ReassignButton } from '../../features/reassigning/reassign-button.tsx';
import { descriptionBelowTitle } from '../../features/ticket-title.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useShownOperations } from '../../offline-queue/shown-items.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { ShortTime } from '../../ui/time.tsx';
import { CancelButton } from './cancel-button.tsx';
import { ChecklistPanel } from './checklist/lazy.ts';
import { AddLinkButton, EditButton, TicketEquipment, TicketLinks, TicketTags } from './connections/lazy.ts';
import { CostsPanel, OpenQuote } from './costs/lazy.ts';
import { FoundPanel } from './found/lazy.ts';
import { MissingOperation } from './missing-operation.tsx';
import { ObjectNotes } from './object-notes.tsx';
import { PhotoGallery } from './photo-gallery.tsx';
import { AppointmentPanel } from './planning/appointment-panel.tsx';
import { HoldButton } from './planning/hold-button.tsx';
import { HoldNote } from './planning/hold-note.tsx';
import { RemovalNote } from './removal-note.tsx';
import { ReportButton } from './report/lazy.ts';
import { ReportPictures } from './report-pictures.tsx';
import { SignaturePanel } from './signature/lazy.ts';
import { StatusStepper } from './status-stepper.tsx';
import { TicketActions } from './ticket-actions.tsx';
import { TicketDescription } from './ticket-description.tsx';
import { TicketFacts } from './ticket-facts.tsx';
import { TicketJournal } from './ticket-journal.tsx';
import { TicketPeople } from './ticket-people.tsx';

/** The content of a ticket below its title, on its page and in the drawer of the list. */
export function TicketView({ ticket: loaded }: { ticket: TicketDetail }) {
  const messages = useMessages();
  const me = useCurrentUser();
  const ticket = useOptimisticTicket(loaded);
  const hasQueuedOperations = useShownOperations(ticket.id).some(({ state }) => state !== 'failed');
  const { reject_reason, cancel_reason, rework_count } = ticket;
  const showsRejection = reject_reason && ['rejected', 'in_progress'].includes(ticket.status);
  // The note with the reason says already that it was rejected once.
  const showsReworkCount = rework_count > (showsRejection ? 1 : 0);
  const description = descriptionBelowTitle(ticket);
  return (
    <div className="ticket">
      <div className="ticket-main">
        {/* An operation that waits in the queue has not changed who has to act. */}
        {!hasQueuedOperations && <WaitingFor ticket={ticket} />}
        <StatusStepper ticket={ticket} />
        {showsRejection && <ReasonNote title={messages.ticket.rejected} text={reject_reason} />}
        <HandBackNote ticket={ticket} />
        <HoldNote ticket={ticket} />
        <OpenQuote ticket={ticket} />
        {cancel_reason && <ReasonNote title={messages.ticket.canceled} text={cancel_reason} />}
        {description && <TicketDescription text={description} />}
        <TicketEquipment ticket={ticket} />
        <TicketTags ticket={ticket}>
          <AddLinkButton ticket={ticket} />
          <EditButton ticket={ticket} />
        </TicketTags>
        <ReportPictures ticket={ticket} />
        <ChecklistPanel ticket={ticket} />
        {showsReworkCount && (
          <Text size="sm" c="dimmed">
            {messages.ticket.reworked(rework_count)}
          </Text>
        )}
        <PhotoGallery ticket={ticket} />
        <CostsPanel ticket={ticket} />
        <SignaturePanel ticket={ticket} />
        <TicketLinks ticket={ticket} />
        <TicketJournal ticket={ticket} />
      </div>
      <div className="ticket-side">
        <TicketActions ticket={ticket} />
        <MissingOperation ticket={ticket} />
        <ObjectNotes ticket={ticket} />
        <TicketPeople ticket={ticket} />
        <AppointmentPanel ticket={ticket} />
        <ReassignButton ticket={ticket} />
        {/* Whoever works on it has it among the operations. */}
        {ticket.worker_id !== me.id && <HoldButton ticket={ticket} />}
        <FoundPanel ticket={ticket} />
        <HandBackButton ticket={ticket} />
        <TicketFacts ticket={ticket} />
        <ReportButton ticketId={ticket.id} />
        <CancelButton ticket={ticket} />
        <RemovalNote ticket={ticket} />
      </div>
    </div>
  );
}

/** When a ticket got its status. */
const since = ({ status, created_at, assigned_at, done_at, rejected_at }: Ticket): string | undefined =>
  (({ new: created_at, assigned: assigned_at, done: done_at, rejected: rejected_at }) as Partial<Record<Status, string>>)[status];

/** Who has to act next, and since when. */
function WaitingFor({ ticket }: { ticket: Ticket }) {
  const messages = useMessages();
  const me = useCurrentUser();
  const text = messages.labels.waitingFor[me.role][ticket.status];
  const at = since(ticket);
  if (!text) return null;
  return (
    <Text fw={600} className="waiting-for">
      {text}
      {at && (
        <>
          {' '}
          {messages.ticket.since} <ShortTime at={at} />
        </>
      )}
    </Text>
  );
}

function ReasonNote({ title, text }: { title: string; text: string }) {
  return (
    <Blockquote className="reason-note" color="var(--status-rejected)" px="md" py="xs">
      <b>{title}</b>
      <p>{text}</p>
    </Blockquote>
  );
}
