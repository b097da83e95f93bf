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
