import { Link } from '@tanstack/react-router';
import { useApiListQuery } from '../../api/queries.ts';
import { Dialog } from '../../components/dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { ShowMore, useListPaging } from '../../components/show-more.tsx';
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
  const paging = useListPaging();
  const { limit, offset } = paging;
  const members = useApiListQuery('GET /projects/{id}/workers', { params: { id: ticket.project_id }, query: { limit, offset } });
  const workers = members.data?.items.filter(({ status, is_active }) => status === 'active' && is_active);
  return (
    <Dialog title={messages.ticket.assign} onClose={onClose}>
      {members.isPending && <ListSkeleton height={44} />}
      {members.isError && !members.data && <ErrorState error={members.error} retry={() => void members.refetch()} />}
      {workers?.length === 0 && members.data?.total === members.data?.items.length && (
        <EmptyState
          title={messages.ticket.assignNone}
          action={
            <Link to="/projects/$id" params={{ id: String(ticket.project_id) }}>
              {messages.ticket.assignInvite}
            </Link>
          }
        />
      )}
      <ul className="option-list">
        {workers?.map((worker) => (
          <li key={worker.id}>
            <button
              type="button"
              onClick={() => {
                onWorker({ id: worker.id, name: worker.name });
                onClose();
              }}
            >
              <b>{worker.name}</b>
              <span className="muted small">{worker.phone || worker.email}</span>
            </button>
          </li>
        ))}
      </ul>
      <ShowMore paging={paging} page={members.data} />
    </Dialog>
  );
}
