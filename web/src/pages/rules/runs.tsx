import { Link } from '@tanstack/react-router';
import { useListQuery } from '../../api/queries.ts';
import { Rows } from '../../parts/rows.tsx';
import { ShowMore, useGrowing } from '../../parts/show-more.tsx';
import { Problem } from '../../parts/states.tsx';
import { Exact } from '../../parts/time.tsx';
import { useWords } from '../../words/index.ts';

export function Runs({ id }: { id: number }) {
  const words = useWords();
  const growing = useGrowing();
  const { limit, offset } = growing;
  const runs = useListQuery('GET /recurring/{id}/runs', { params: { id }, query: { limit, offset } });
  return (
    <section aria-labelledby="runs">
      <h2 id="runs">{words.rule.history}</h2>
      {runs.isPending && <Rows height={44} />}
      {runs.isError && !runs.data && <Problem error={runs.error} retry={() => void runs.refetch()} />}
      {runs.data?.total === 0 && <p className="muted">{words.rule.noRuns}</p>}
      <ul className="lines">
        {runs.data?.items.map((run) => (
          <li key={run.id}>
            <span className="grow">
              <Exact at={run.run_at} />
              <br />
              <span className="muted small">{run.address}</span>
            </span>
            {run.ticket_id ? (
              <Link to="/tickets/$id" params={{ id: String(run.ticket_id) }} className="tap">
                {words.ticket.name(run.ticket_id)}
              </Link>
            ) : (
              <span className="muted">{words.rule.ticketGone}</span>
            )}
          </li>
        ))}
      </ul>
      <ShowMore growing={growing} page={runs.data} />
    </section>
  );
}
