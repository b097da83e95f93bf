import { useOptimisticTicket } from '../../components/optimistic-ticket.ts';
import type { TicketDetail } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { CancelButton } from './cancel-button.tsx';
import { PhotoGallery } from './photo-gallery.tsx';
import { StatusStepper } from './status-stepper.tsx';
import { TicketActions } from './ticket-actions.tsx';
import { TicketDescription } from './ticket-description.tsx';
import { TicketFacts } from './ticket-facts.tsx';
import { TicketJournal } from './ticket-journal.tsx';

/** The content of a ticket below its title, on its page and in the drawer of the list. */
export function TicketView({ ticket: loaded }: { ticket: TicketDetail }) {
  const messages = useMessages();
  const ticket = useOptimisticTicket(loaded);
  const me = useCurrentUser();
  // An operation that is not sent yet has not changed who has to act.
  const waitingFor = ticket.status === loaded.status && messages.labels.waitingFor[me.role][ticket.status];
  const { reject_reason, cancel_reason, rework_count } = ticket;
  const showsRejection = reject_reason && ['rejected', 'in_progress'].includes(ticket.status);
  // The note with the reason says already that it was rejected once.
  const showsReworkCount = rework_count > (showsRejection ? 1 : 0);
  return (
    <div className="ticket">
      <div>
        <StatusStepper ticket={ticket} />
        {waitingFor && <p className="waiting-for">{waitingFor}</p>}
      </div>
      <div className="ticket-columns">
        <div className="stack wide-gap">
          {showsRejection && <ReasonNote title={messages.ticket.rejected} text={reject_reason} />}
          {cancel_reason && <ReasonNote title={messages.ticket.canceled} text={cancel_reason} />}
          <TicketDescription text={ticket.description} />
          {showsReworkCount && <p className="muted small">{messages.ticket.reworked(rework_count)}</p>}
          <PhotoGallery ticket={ticket} />
        </div>
        <div className="aside">
          <TicketFacts ticket={ticket} />
          <CancelButton ticket={ticket} />
        </div>
      </div>
      <TicketJournal ticket={ticket} />
      <TicketActions ticket={ticket} />
    </div>
  );
}

function ReasonNote({ title, text }: { title: string; text: string }) {
  return (
    <div className="reason-note">
      <b>{title}</b>
      <p>{text}</p>
    </div>
  );
}
