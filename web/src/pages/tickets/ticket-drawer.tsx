import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTicket } from '../../api/queries.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { StatusBadge, UrgentBadge } from '../../components/status-badge.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { TicketView } from '../ticket/ticket-view.tsx';

/** One ticket beside the list. */
export function TicketDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const messages = useMessages();
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useTicket(id);
  const ticket = query.data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the ticket
  useEffect(() => heading.current?.focus({ preventScroll: true }), [id]);
  // The focus returns to the row of the ticket.
  function close(): void {
    document.querySelector<HTMLElement>('.table [aria-current] a')?.focus({ preventScroll: true });
    onClose();
  }
  function closeWithEscape({ key, target }: KeyboardEvent): void {
    if (key === 'Escape' && !(target as HTMLElement).closest('dialog')) close();
  }
  return (
    <section className="drawer" aria-label={messages.ticket.name(id)} onKeyDown={closeWithEscape}>
      <header>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {ticket
              ? messages.ticket.title(messages.labels.category[ticket.category], ticket.object_name)
              : messages.ticket.name(id)}
          </h2>
          {ticket && (
            <p className="meta small">
              <StatusBadge status={ticket.status} />
              <UrgentBadge {...ticket} />
              <Link to="/tickets/$id" params={{ id: String(id) }}>
                {messages.ticket.name(id)}
              </Link>
            </p>
          )}
        </div>
        <button type="button" className="text-button" onClick={close}>
          {messages.app.close}
        </button>
      </header>
      {query.isError && !query.data && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <ListSkeleton />}
      {ticket && <TicketView key={id} ticket={ticket} />}
    </section>
  );
}
