import { Link } from '@tanstack/react-router';
import type { TicketDetail } from '../../api/operations.ts';
import { mapLink } from '../../parts/map-link.ts';
import { Ago, Exact } from '../../parts/time.tsx';
import { useMe } from '../../session/store.ts';
import { useWords } from '../../words/index.ts';

export function Facts({ ticket }: { ticket: TicketDetail }) {
  const words = useWords();
  const me = useMe();
  const { recurring } = ticket;
  return (
    <dl className="facts">
      <div>
        <dt>{words.ticket.place}</dt>
        <dd>
          <b>{ticket.object_name}</b>
          {ticket.floor && `, ${words.ticket.floor(ticket.floor)}`}
          <br />
          <a href={mapLink(ticket.address)} target="_blank" rel="noreferrer" className="tap">
            {ticket.address}
            <span className="hidden">, {words.ticket.map}</span>
          </a>
        </dd>
      </div>
      <div>
        <dt>{words.ticket.people}</dt>
        <dd>
          {words.ticket.client}: <b>{ticket.client_name}</b>
          <br />
          {words.ticket.worker}:{' '}
          {ticket.worker_name ? (
            <b>{ticket.worker_name}</b>
          ) : (
            <span className="muted">{ticket.status === 'closed' ? words.ticket.noOne : words.ticket.nobody}</span>
          )}
          {ticket.worker_name && ticket.assigned_at && (
            <span className="muted">
              {' '}
              <Ago at={ticket.assigned_at} />
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt>{words.ticket.project}</dt>
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
          <dt>{words.ticket.rule}</dt>
          <dd>
            {me.role === 'worker' ? (
              words.ticket.every(recurring.period_days)
            ) : (
              <Link to="/rules/$id" params={{ id: String(recurring.rule_id) }}>
                {words.ticket.every(recurring.period_days)}
              </Link>
            )}
            <br />
            <span className="muted">
              {words.rule.next}: {words.rule.nextOn} <Exact at={recurring.next_run_at} />
            </span>
          </dd>
        </div>
      )}
    </dl>
  );
}
