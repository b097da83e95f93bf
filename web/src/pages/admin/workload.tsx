import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { apiQuery } from '../../api/queries.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { ShowMore, useListPaging } from '../../components/show-more.tsx';
import type { Workload } from '../../contract/operations.ts';
import { useMessages } from '../../i18n/locale.ts';

const lookEvery = 15_000;
const shown = ['rejected', 'assigned', 'in_progress', 'done'] as const;
/** Marks beside a name; the number beside them is exact. */
const mostMarks = 12;

/** With whom work piles up, over all open requests. */
export function WorkloadPanel() {
  const messages = useMessages();
  const growing = useListPaging();
  const { limit, offset } = growing;
  const load = useQuery({
    ...apiQuery('GET /ext/workload', { query: { limit, offset } }),
    placeholderData: keepPreviousData,
    refetchInterval: lookEvery,
  });
  return (
    <section aria-labelledby="load" className="panel">
      <h2 id="load">{messages.board.people}</h2>
      {load.isPending && <ListSkeleton height={32} />}
      {load.isError && !load.data && <ErrorState error={load.error} retry={() => void load.refetch()} />}
      {load.data && <p className="muted small">{load.data.total > 0 ? messages.board.peopleText : messages.board.nobody}</p>}
      <ul className="workload">
        {load.data?.items.map((worker) => (
          <Worker key={worker.worker_id} worker={worker} />
        ))}
      </ul>
      <ShowMore growing={growing} page={load.data} />
    </section>
  );
}

function Worker({ worker }: { worker: Workload }) {
  const messages = useMessages();
  const marks = shown.flatMap((status) => Array.from({ length: Math.min(worker[status], mostMarks) }, () => status));
  const told = shown
    .filter((status) => worker[status] > 0)
    .map((status) => `${messages.labels.status[status]}: ${worker[status]}`);
  return (
    <li>
      <Link to="/tickets" search={{ worker_id: worker.worker_id }} title={told.join(', ')}>
        <b>{worker.worker_name}</b>
        <span className="numbers">{worker.open}</span>
        <span className="workload-bar" aria-hidden="true">
          {marks.slice(0, mostMarks).map((status, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: marks without identity
            <i key={index} className={`s-${status}`} />
          ))}
        </span>
      </Link>
    </li>
  );
}
