import { Link, useLocation } from '@tanstack/react-router';
import { countOf, isStuck, type Queued, useQueued } from '../queue/list.ts';
import { drop } from '../queue/send.ts';
import { useWords } from '../words/index.ts';
import { notify } from './notices.ts';

/** What did not leave yet of other pages: where it belongs, and the way to give it up. */
export function Unsent() {
  const { pathname } = useLocation();
  const stuck = useQueued().filter((queued) => isStuck(queued) && !pathname.endsWith(`/tickets/${queued.ticketId}`));
  const tickets = [...new Set(stuck.map(({ ticketId }) => ticketId))];
  if (tickets.length === 0) return null;
  return (
    <div className="unsent" role="status">
      {tickets.map((id) => (
        <Line key={id} id={id} queued={stuck.filter(({ ticketId }) => ticketId === id)} />
      ))}
    </div>
  );
}

function Line({ id, queued }: { id: number; queued: Queued[] }) {
  const words = useWords();
  const what = words.unsent.what(countOf(queued));
  async function giveUp(): Promise<void> {
    const undo = await drop(...queued.map(({ key }) => key));
    notify({ text: words.unsent.dropped(what), undo: () => void undo() });
  }
  return (
    <p>
      <Link to="/tickets/$id" params={{ id: String(id) }}>
        {words.ticket.name(id)}
      </Link>
      : {words.unsent.left(what)}{' '}
      <button type="button" className="plain" onClick={() => void giveUp()}>
        {words.unsent.drop}
        <span className="hidden"> {words.ticket.name(id)}</span>
      </button>
    </p>
  );
}
