import { Link } from '@tanstack/react-router';
import { mapUrl } from '../../components/map-url.ts';
import { DateTime, RelativeTime } from '../../components/time.tsx';
import type { TicketDetail } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';

/** The object, the people, the project and the rule of a ticket. */
export function TicketFacts({ ticket }: { ticket: TicketDetail }) {
  const messages = useMessages();
  const me = useCurrentUser();
  const { recurring } = ticket;
  return (
    <dl className="facts">
      <div>
        <dt>{messages.ticket.object}</dt>
        <dd>
          <b>{ticket.object_name}</b>
          {ticket.floor && `, ${messages.ticket.floor(ticket.floor)}`}
          <br />
          <a href={mapUrl(ticket.address)} target="_blank" rel="noreferrer" className="tap-target">
            {ticket.address}
            <span className="visually-hidden">, {messages.ticket.map}</span>
          </a>
        </dd>
      </div>
      <div>
        <dt>{messages.ticket.people}</dt>
        <dd>
          {messages.ticket.client}: <b>{ticket.client_name}</b>
          <br />
          {messages.ticket.worker}:{' '}
          {ticket.worker_name ? (
            <b>{ticket.worker_name}</b>
          ) : (
            <span className="muted">{ticket.status === 'closed' ? messages.ticket.noWorker : messages.ticket.unassigned}</span>
          )}
          {ticket.worker_name && ticket.assigned_at && (
            <span className="muted">
              , {messages.ticket.assignedAt} <RelativeTime at={ticket.assigned_at} />
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt>{messages.ticket.project}</dt>
        <dd>
          {me.role === 'worker' ? (
            ticket.project_name
          ) : (
            <Link to="/projects/$id" params={{ id: String(ticket.project_id) }}>
              {ticket.project_name}
            </Link>
          )}
        </dd>
      </div>
      {recurring && (
        <div>
          <dt>{messages.ticket.rule}</dt>
          <dd>
            {me.role === 'worker' ? (
              messages.ticket.repeats(recurring.period_days)
            ) : (
              <Link to="/rules/$id" params={{ id: String(recurring.rule_id) }}>
                {messages.ticket.repeats(recurring.period_days)}
              </Link>
            )}
            <br />
            <span className="muted">
              {messages.rule.next}: {messages.rule.onOrAfter} <DateTime at={recurring.next_run_at} />
            </span>
          </dd>
        </div>
      )}
    </dl>
  );
}
