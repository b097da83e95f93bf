import { Link } from '@tanstack/react-router';
import type { RecurringRule } from '../../api/operations.ts';
import { useRead } from '../../api/queries.ts';
import { Rows } from '../../parts/rows.tsx';
import { Problem } from '../../parts/states.tsx';
import { Exact } from '../../parts/time.tsx';
import { useWords } from '../../words/index.ts';

/** Whether the rule will run, when, and what stands in its way. */
export function Outlook({ rule }: { rule: RecurringRule }) {
  const words = useWords();
  const outlook = useRead('GET /ext/recurring/{id}/outlook', { params: { id: rule.id } });
  const data = outlook.data;
  return (
    <section className="panel" aria-labelledby="outlook">
      <h2 id="outlook">{words.rule.outlook}</h2>
      {outlook.isPending && <Rows height={24} />}
      {outlook.isError && !outlook.data && <Problem error={outlook.error} retry={() => void outlook.refetch()} />}
      {data && (
        <>
          <p id="outlook-state" className={`status ${data.obstacle ? 's-rejected' : 's-done'}`}>
            {data.obstacle ? words.labels.obstacle[data.obstacle] : data.due ? words.rule.due : words.rule.notDue}
          </p>
          <p>
            {words.rule.next}: {words.rule.nextOn} <Exact at={data.next_run_at} />
          </p>
          {data.open_ticket_id && (
            <Link to="/tickets/$id" params={{ id: String(data.open_ticket_id) }}>
              {words.rule.openTicket(data.open_ticket_id)}
            </Link>
          )}
          <p className="muted small">{words.rule.looks(Math.max(1, Math.round(data.evaluated_every / 3600)))}</p>
        </>
      )}
    </section>
  );
}
