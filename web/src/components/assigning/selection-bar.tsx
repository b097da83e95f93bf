import { Button } from '@mantine/core';
import { useState } from 'react';
import { transitionFor } from '../../contract/lifecycle.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { Dialog } from '../dialog.tsx';
import { CancelTicketsForm } from './cancel-tickets-form.tsx';
import type { Selection } from './selection.tsx';
import { useTicketChanges } from './use-ticket-changes.ts';
import { WorkerOptions } from './worker-options.tsx';

/** What can be done with the selected tickets. The service refuses single ones, which is shown at the end. */
export function SelectionBar({ selection }: { selection: Selection }) {
  const messages = useMessages();
  const me = useCurrentUser();
  const { assign, cancel, isBusy } = useTicketChanges();
  const [dialog, setDialog] = useState<'assign' | 'cancel'>();
  const { tickets, clear } = selection;
  const canBe = (op: 'assign' | 'cancel') =>
    tickets.filter(({ status }) => transitionFor(op, me.role)?.transition.from.includes(status));
  const assignable = canBe('assign');
  const close = (): void => setDialog(undefined);
  if (tickets.length === 0) return null;
  return (
    <section className="selection-bar" aria-label={messages.assigning.selection}>
      <b role="status">{messages.assigning.selected(tickets.length)}</b>
      <Button disabled={assignable.length === 0} loading={isBusy} onClick={() => setDialog('assign')} aria-keyshortcuts="A">
        {messages.assigning.assignTo}
      </Button>
      <Button variant="default" disabled={isBusy} onClick={() => setDialog('cancel')}>
        {messages.assigning.cancel}
      </Button>
      <Button variant="subtle" onClick={clear}>
        {messages.assigning.clear}
      </Button>
      {assignable.length === 0 && <span className="muted small">{messages.assigning.noneAssignable}</span>}
      {dialog === 'assign' && (
        <Dialog title={messages.assigning.assignSelected(tickets.length)} onClose={close}>
          <WorkerOptions
            projectIds={tickets.map(({ project_id }) => project_id)}
            emptyState={<p className="muted">{messages.ticket.assignNone}</p>}
            onSelect={(worker) => {
              close();
              void assign(tickets, worker).then(clear);
            }}
          />
        </Dialog>
      )}
      {dialog === 'cancel' && (
        <Dialog title={messages.assigning.cancelSelected(tickets.length)} onClose={close}>
          <CancelTicketsForm
            onClose={close}
            onReason={(reason) => {
              close();
              void cancel(tickets, reason).then(clear);
            }}
          />
        </Dialog>
      )}
    </section>
  );
}
