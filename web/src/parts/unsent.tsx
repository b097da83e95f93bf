import { Link, useLocation } from '@tanstack/react-router';
import { type Upload, useAllUploads } from '../upload/list.ts';
import { dropUploads } from '../upload/queue.ts';
import { useWords } from '../words/index.ts';
import { notify } from './notices.ts';

/** Photos of other pages that did not leave yet: where they belong, and the way to give them up. */
export function Unsent() {
  const { pathname } = useLocation();
  const stuck = useAllUploads().filter(({ state, ticketId }) => isStuck(state) && !pathname.endsWith(`/tickets/${ticketId}`));
  const tickets = [...new Set(stuck.map(({ ticketId }) => ticketId))];
  if (tickets.length === 0) return null;
  return (
    <div className="unsent" role="status">
      {tickets.map((id) => (
        <Line key={id} id={id} uploads={stuck.filter(({ ticketId }) => ticketId === id)} />
      ))}
    </div>
  );
}

const isStuck = (state: Upload['state']): boolean => state === 'waiting' || state === 'failed';

function Line({ id, uploads }: { id: number; uploads: Upload[] }) {
  const words = useWords();
  async function drop(): Promise<void> {
    const undo = await dropUploads(...uploads.map(({ key }) => key));
    notify({ text: words.unsent.dropped(uploads.length), undo: () => void undo() });
  }
  return (
    <p>
      <Link to="/tickets/$id" params={{ id: String(id) }}>
        {words.ticket.name(id)}
      </Link>
      : {words.unsent.left(uploads.length)}{' '}
      <button type="button" className="plain" onClick={() => void drop()}>
        {words.unsent.drop}
        <span className="hidden"> {words.ticket.name(id)}</span>
      </button>
    </p>
  );
}
