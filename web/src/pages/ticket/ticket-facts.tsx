import { Link } from '@tanstack/react-router';
import { DateTime } from '../../components/time.tsx';
import type { TicketDetail } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';

/** The project and the rule of a ticket. */
export function TicketFacts({ ticket }: { ticket: TicketDetail }) {
  const messages = useMessages();
  const me = useCurrentUser();
  const { recurring } = ticket;
  return (
    <dl className="facts">
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
