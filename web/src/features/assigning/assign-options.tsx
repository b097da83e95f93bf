import { Text } from '@mantine/core';
import type { Ticket } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useTicketChanges } from './use-ticket-changes.ts';
import { WorkerOptions } from './worker-options.tsx';

/** The workers to whom a ticket can be assigned; choosing one assigns it. */
export function AssignOptions({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const messages = useMessages();
  const { assign } = useTicketChanges();
  return (
    <WorkerOptions
      projectIds={[ticket.project_id]}
      emptyState={(hasMembers) => (
        <Text c="dimmed">{hasMembers ? messages.ticket.assignNobody : messages.ticket.assignNone}</Text>
      )}
      onSelect={(worker) => {
        onClose();
        assign([ticket], worker);
      }}
    />
  );
}
