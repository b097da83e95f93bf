import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Ticket } from '../../contract/schemas.ts';
import { useTicketChanges } from '../../features/assigning/use-ticket-changes.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { removeDraft } from '../../session/use-draft.ts';
import { allowedTransitions } from './allowed-transitions.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { reasonDraftName } from './use-ticket-operation.ts';

/** Cancels a ticket. It is placed apart from the other operations, because it cannot be undone when it was sent. */
export function CancelButton({ ticket }: { ticket: Ticket }) {
  const messages = useMessages();
  const me = useCurrentUser();
  const { cancel } = useTicketChanges();
  const [isOpen, setOpen] = useState(false);
  if (!allowedTransitions(me, ticket).some(({ op }) => op === 'cancel')) return null;
  return (
    <div>
      <Button variant="subtle" color="red" onClick={() => setOpen(true)}>
        {messages.labels.operation.cancel}
      </Button>
      {isOpen && (
        <ReasonDialog
          id={ticket.id}
          op="cancel"
          onClose={() => setOpen(false)}
          onReason={(reason) => cancel([ticket], reason, () => removeDraft(me.id, reasonDraftName('cancel', ticket.id)))}
        />
      )}
    </div>
  );
}
