import { IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Ticket } from '../../contract/schemas.ts';
import { WorkerOptions } from '../../features/assigning/worker-options.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

interface Props {
  ticket: Ticket;
  onClose: () => void;
  onWorker: (worker: { id: string; name: string }) => void;
}

/** Assigns one of the active members of the project. */
export function AssignDialog({ ticket, onClose, onWorker }: Props) {
  const messages = useMessages();
  /** Its page invites workers, and has what becomes of invitations. */
  const projectLink = (text: string) => (
    <Link to="/projects/$id" params={{ id: String(ticket.project_id) }}>
      {text}
    </Link>
  );
  const none = (hasMembers: boolean) => (
    <EmptyState
      icon={IconUsers}
      title={hasMembers ? messages.ticket.assignNobody : messages.ticket.assignNone}
      action={projectLink(hasMembers ? messages.ticket.assignOpenProject : messages.ticket.assignInvite)}
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
