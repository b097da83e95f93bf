import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { apiQuery } from '../../api/queries.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { ShowMore, useListPaging } from '../../components/show-more.tsx';
import type { Workload } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';

const refetchIntervalMs = 15_000;
const statuses = ['rejected', 'assigned', 'in_progress', 'done'] as const;
/** The bar of a worker shows no more tickets; the number beside it is exact. */
const maxBarSegments = 12;

/** The number of open tickets of each worker, by status. */
export function WorkloadPanel() {
  const messages = useMessages();
  const paging = useListPaging();
  const { limit, offset } = paging;
  const workload = useQuery({
    ...apiQuery('GET /ext/workload', { query: { limit, offset } }),
    placeholderData: keepPreviousData,
    refetchInterval: refetchIntervalMs,
  });
  return (
    <section aria-labelledby="workload" className="panel">
      <h2 id="workload">{messages.board.workload}</h2>
      {workload.isPending && <ListSkeleton height={32} />}
      {workload.isError && !workload.data && <ErrorState error={workload.error} retry={() => void workload.refetch()} />}
      {workload.data && (
        <p className="muted small">{workload.data.total > 0 ? messages.board.workloadText : messages.board.noWorkload}</p>
      )}
      <ul className="workload">
        {workload.data?.items.map((worker) => (
          <WorkerLoad key={worker.worker_id} worker={worker} />
        ))}
      </ul>
      <ShowMore paging={paging} page={workload.data} />
    </section>
  );
}

function WorkerLoad({ worker }: { worker: Workload }) {
  const messages = useMessages();
  const segments = statuses.flatMap((status) => Array.from({ length: Math.min(worker[status], maxBarSegments) }, () => status));
  const counts = statuses
    .filter((status) => worker[status] > 0)
    .map((status) => `${messages.labels.status[status]}: ${worker[status]}`);
  return (
    <li>
      <Link to="/tickets" search={{ worker_id: worker.worker_id }} title={counts.join(', ')}>
        <b>{worker.worker_name}</b>
        <span className="numbers">{worker.open}</span>
        <span className="workload-bar" aria-hidden="true">
          {segments.slice(0, maxBarSegments).map((status, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: segments have no identity
            <i key={index} className={`status-${status}`} />
          ))}
        </span>
      </Link>
    </li>
  );
}
