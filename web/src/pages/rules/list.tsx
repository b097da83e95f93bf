import { Link, useSearch } from '@tanstack/react-router';
import type { RecurringRule } from '../../api/operations.ts';
import { useListQuery } from '../../api/queries.ts';
import { LinkButton } from '../../parts/link-button.tsx';
import { Page } from '../../parts/page.tsx';
import { Rows } from '../../parts/rows.tsx';
import { ShowMore, useGrowing } from '../../parts/show-more.tsx';
import { Empty, Problem } from '../../parts/states.tsx';
import { useMe } from '../../session/store.ts';
import { day, zone } from '../../words/dates.ts';
import { useWords } from '../../words/index.ts';
import { RoleGate } from '../role-gate.tsx';

export function RulesPage() {
  return (
    <RoleGate roles={['client', 'admin']}>
      <Rules />
    </RoleGate>
  );
}

function Rules() {
  const words = useWords();
  const { project_id } = useSearch({ from: '/inside/rules' });
  const growing = useGrowing();
  const { limit, offset } = growing;
  const project = Number(project_id) ? { project_id: Number(project_id) } : {};
  const rules = useListQuery('GET /recurring', { query: { sort: 'date', order: 'asc', limit, offset, ...project } });
  const create = <LinkButton to="/rules/new">{words.rule.create}</LinkButton>;
  return (
    <Page
      title={words.rule.title}
      lead={`${words.rule.lead} ${words.app.zone(zone())}`}
      actions={rules.data?.total === 0 ? undefined : create}
    >
      {project_id && (
        <p className="bar">
          <Link to="/rules">{words.app.all}</Link>
        </p>
      )}
      {rules.isPending && <Rows />}
      {rules.isError && !rules.data && <Problem error={rules.error} retry={() => void rules.refetch()} />}
      {rules.data?.total === 0 && (
        <Empty title={words.rule.none} action={create}>
          {words.rule.noneText}
        </Empty>
      )}
      <ul className="lines">
        {rules.data?.items.map((rule) => (
          <RuleLine key={rule.id} rule={rule} />
        ))}
      </ul>
      <ShowMore growing={growing} page={rules.data} />
    </Page>
  );
}

function RuleLine({ rule }: { rule: RecurringRule }) {
  const words = useWords();
  const me = useMe();
  return (
    <li>
      <div className="grow">
        <Link to="/rules/$id" params={{ id: String(rule.id) }}>
          {words.labels.category[rule.category]}, {rule.object_name}
        </Link>
        <p className="clamp small">{rule.description}</p>
        <p className="muted small">
          {rule.project_name}
          {me.role === 'admin' && `, ${rule.client_name}`}
        </p>
      </div>
      <span>{words.ticket.every(rule.period_days)}</span>
      {rule.is_active ? (
        <span className="muted small">
          {words.rule.nextOn} {day(rule.next_run_at)}
        </span>
      ) : (
        <span className="tag">{words.app.switchedOff}</span>
      )}
    </li>
  );
}
