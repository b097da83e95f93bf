import { IconUserPlus } from '@tabler/icons-react';
import type { Ticket } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Icon } from '../icon.tsx';
import { PopoverButton } from '../popover-button.tsx';
import { useTicketChanges } from './use-ticket-changes.ts';
import { WorkerOptions } from './worker-options.tsx';

/** The empty place of the worker on a card; it opens the names, those with the fewest open tickets first. */
export function AssignSlot({ ticket }: { ticket: Ticket }) {
  const messages = useMessages();
  const { assign, isBusy } = useTicketChanges();
  return (
    <PopoverButton
      label={messages.assigning.assignTicket(ticket.id)}
      icon={<Icon icon={IconUserPlus} size={16} />}
      className="assign-slot"
      shortcut="A"
      disabled={isBusy}
    >
      {(close) => (
        <WorkerOptions
          projectIds={[ticket.project_id]}
          emptyState={<p className="muted">{messages.ticket.assignNone}</p>}
          onSelect={(worker) => {
            close();
            void assign([ticket], worker);
          }}
        />
      )}
    </PopoverButton>
  );
}
