import type { TicketDetail } from '../../api/operations.ts';
import { useExpected } from '../../parts/expected.ts';
import { useWords } from '../../words/index.ts';
import { Actions } from './actions.tsx';
import { CancelStep } from './cancel-step.tsx';
import { Description } from './description.tsx';
import { Facts } from './facts.tsx';
import { Journal } from './journal.tsx';
import { Photos } from './photos.tsx';
import { StateLine } from './state-line.tsx';

/** Everything about one ticket, below its title; the same on its page and beside the list. */
export function TicketView({ ticket: read }: { ticket: TicketDetail }) {
  const words = useWords();
  const ticket = useExpected(read);
  const { reject_reason, cancel_reason, rework_count } = ticket;
  const showsRejection = reject_reason && ['rejected', 'in_progress'].includes(ticket.status);
  return (
    <div className="ticket">
      <StateLine ticket={ticket} />
      <div className="ticket-columns">
        <div className="stack wide-gap">
          {showsRejection && <Said title={words.ticket.rejected} text={reject_reason} />}
          {cancel_reason && <Said title={words.ticket.canceled} text={cancel_reason} />}
          <Description text={ticket.description} />
          {rework_count > 0 && <p className="muted small">{words.ticket.reworked(rework_count)}</p>}
          <Photos ticket={ticket} />
        </div>
        <div className="aside">
          <Facts ticket={ticket} />
          <CancelStep ticket={ticket} />
        </div>
      </div>
      <Journal ticket={ticket} />
      <Actions ticket={ticket} />
    </div>
  );
}

function Said({ title, text }: { title: string; text: string }) {
  return (
    <div className="said">
      <b>{title}</b>
      <p>{text}</p>
    </div>
  );
}
