import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTicket } from '../../api/queries.ts';
import { Rows } from '../../parts/rows.tsx';
import { Problem } from '../../parts/states.tsx';
import { StatusMark, Urgent } from '../../parts/status.tsx';
import { useWords } from '../../words/index.ts';
import { TicketView } from '../ticket/view.tsx';

/** One ticket beside the list, so that the list stays. */
export function Drawer({ id, onClose }: { id: number; onClose: () => void }) {
  const words = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useTicket(id);
  const ticket = query.data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the ticket
  useEffect(() => heading.current?.focus({ preventScroll: true }), [id]);
  // The focus goes back to the row that the ticket belongs to.
  function close(): void {
    document.querySelector<HTMLElement>('.table [aria-current] a')?.focus({ preventScroll: true });
    onClose();
  }
  function closeWithEscape({ key, target }: KeyboardEvent): void {
    if (key === 'Escape' && !(target as HTMLElement).closest('dialog')) close();
  }
  return (
    <section className="drawer" aria-label={words.ticket.name(id)} onKeyDown={closeWithEscape}>
      <header>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {ticket ? `${words.labels.category[ticket.category]}, ${ticket.object_name}` : words.ticket.name(id)}
          </h2>
          {ticket && (
            <p className="meta small">
              <StatusMark status={ticket.status} />
              <Urgent {...ticket} />
              <Link to="/tickets/$id" params={{ id: String(id) }}>
                {words.ticket.name(id)}
              </Link>
            </p>
          )}
        </div>
        <button type="button" className="plain" onClick={close}>
          {words.app.close}
        </button>
      </header>
      {query.isError && !query.data && <Problem error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Rows />}
      {ticket && <TicketView key={id} ticket={ticket} />}
    </section>
  );
}
