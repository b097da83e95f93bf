import { Link, useLocation } from '@tanstack/react-router';
import { useMessages } from '../i18n/locale.ts';
import { showToast } from '../lib/toasts.ts';
import { discard } from '../offline-queue/sender.ts';
import { countEntries, isWaitingOrFailed, type QueueEntry, useQueueEntries } from '../offline-queue/view.ts';

/** What did not leave yet of other pages: where it belongs, and the way to give it up. */
export function UnsentChanges() {
  const { pathname } = useLocation();
  const stuck = useQueueEntries().filter(
    (queued) => isWaitingOrFailed(queued) && !pathname.endsWith(`/tickets/${queued.ticketId}`),
  );
  const tickets = [...new Set(stuck.map(({ ticketId }) => ticketId))];
  if (tickets.length === 0) return null;
  return (
    <div className="unsent-changes" role="status">
      {tickets.map((id) => (
        <Line key={id} id={id} queued={stuck.filter(({ ticketId }) => ticketId === id)} />
      ))}
    </div>
  );
}

function Line({ id, queued }: { id: number; queued: QueueEntry[] }) {
  const messages = useMessages();
  const what = messages.unsent.what(countEntries(queued));
  async function giveUp(): Promise<void> {
    const undo = await discard(...queued.map(({ key }) => key));
    showToast({ text: messages.unsent.dropped(what), undo: () => void undo() });
  }
  return (
    <p>
      <Link to="/tickets/$id" params={{ id: String(id) }}>
        {messages.ticket.name(id)}
      </Link>
      : {messages.unsent.left(what)}{' '}
      <button type="button" className="text-button" onClick={() => void giveUp()}>
        {messages.unsent.drop}
        <span className="visually-hidden"> {messages.ticket.name(id)}</span>
      </button>
    </p>
  );
}
