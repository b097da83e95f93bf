import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Ticket } from '../../contract/operations.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { allowedTransitions } from './allowed-transitions.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { useTicketOperation } from './use-ticket-operation.ts';

/** The end without work, away from the steps that lead on. */
export function CancelButton({ ticket }: { ticket: Ticket }) {
  const messages = useMessages();
  const me = useCurrentUser();
  const step = useTicketOperation(ticket.id);
  const [isAsked, setAsked] = useState(false);
  if (!allowedTransitions(me, ticket).some(({ op }) => op === 'cancel')) return null;
  return (
    <div>
      <Button variant="subtle" className="danger" disabled={step.isPending} onClick={() => setAsked(true)}>
        {messages.labels.step.cancel}
      </Button>
      {isAsked && (
        <ReasonDialog
          id={ticket.id}
          op="cancel"
          onClose={() => setAsked(false)}
          onReason={(reason) => step.mutate({ op: 'cancel', reason })}
        />
      )}
    </div>
  );
}
