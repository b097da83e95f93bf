import { IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { WorkerOptions } from '../../components/assigning/worker-options.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import type { Ticket } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';

interface Props {
  ticket: Ticket;
  onClose: () => void;
  onWorker: (worker: { id: string; name: string }) => void;
}

/** Assigns one of the active members of the project. */
export function AssignDialog({ ticket, onClose, onWorker }: Props) {
  const messages = useMessages();
  const none = (
    <EmptyState
      icon={IconUsers}
      title={messages.ticket.assignNone}
      action={
        <Link to="/projects/$id" params={{ id: String(ticket.project_id) }}>
          {messages.ticket.assignInvite}
        </Link>
      }
    />
  );
  return (
    <Dialog title={messages.ticket.assign} onClose={onClose}>
      <WorkerOptions
        projectIds={[ticket.project_id]}
        emptyState={none}
        onSelect={({ id, name }) => {
          onWorker({ id, name });
          onClose();
        }}
      />
    </Dialog>
  );
}
