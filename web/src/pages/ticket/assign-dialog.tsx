import { Link } from '@tanstack/react-router';
import type { Ticket } from '../../api/operations.ts';
import { useListQuery } from '../../api/queries.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Rows } from '../../parts/rows.tsx';
import { ShowMore, useGrowing } from '../../parts/show-more.tsx';
import { Empty, Problem } from '../../parts/states.tsx';
import { useWords } from '../../words/index.ts';

interface Props {
  ticket: Ticket;
  onClose: () => void;
  onWorker: (worker: { id: string; name: string }) => void;
}

/** The active members of the project; a tap assigns. */
export function AssignDialog({ ticket, onClose, onWorker }: Props) {
  const words = useWords();
  const growing = useGrowing();
  const { limit, offset } = growing;
  const members = useListQuery('GET /projects/{id}/workers', { params: { id: ticket.project_id }, query: { limit, offset } });
  const workers = members.data?.items.filter(({ status, is_active }) => status === 'active' && is_active);
  return (
    <Dialog title={words.ticket.assign} onClose={onClose}>
      {members.isPending && <Rows height={44} />}
      {members.isError && !members.data && <Problem error={members.error} retry={() => void members.refetch()} />}
      {workers?.length === 0 && members.data?.total === members.data?.items.length && (
        <Empty
          title={words.ticket.assignNone}
          action={
            <Link to="/projects/$id" params={{ id: String(ticket.project_id) }}>
              {words.ticket.assignInvite}
            </Link>
          }
        />
      )}
      <ul className="pick">
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
      <ShowMore growing={growing} page={members.data} />
    </Dialog>
  );
}
