import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../api/queries.ts';
import type { TicketDetail } from '../../contract/schemas.ts';
import { usePatternSentence } from '../../features/patterns/pattern-sentence.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { DateTime } from '../../ui/time.tsx';

interface Props {
  ticketId: number;
  recurring: NonNullable<TicketDetail['recurring']>;
}

/** When the rule of a ticket runs; workers see no rules, so there is no link for them. */
export function TicketSchedule({ ticketId, recurring }: Props) {
  const messages = useMessages();
  const me = useCurrentUser();
  const sentence = usePatternSentence();
  const { data } = useApiQuery('GET /ext/tickets/{id}', { params: { id: ticketId } });
  if (!data) return null; // without it nobody knows whether the rule follows a pattern
  const pattern = data.recurring_pattern;
  const when = pattern ? sentence(pattern) : messages.ticket.repeats(recurring.period_days);
  return (
    <>
      {me.role === 'worker' ? (
        when
      ) : (
        <Link to="/rules/$id" params={{ id: String(recurring.rule_id) }}>
          {when}
        </Link>
      )}
      <br />
      <Text span inherit c="dimmed">
        {messages.rule.next}: {!pattern && messages.rule.onOrAfter} <DateTime at={recurring.next_run_at} />
      </Text>
    </>
  );
}
