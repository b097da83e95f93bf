import { Button } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isStatus } from '../../api/errors.ts';
import type { RecurringRule } from '../../api/operations.ts';
import { type ReadName, useRead, useSend } from '../../api/queries.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form-kit.tsx';
import { notify } from '../../parts/notices.ts';
import { Page } from '../../parts/page.tsx';
import { Rows } from '../../parts/rows.tsx';
import { NextDates } from '../../parts/schedule-fields.tsx';
import { Problem } from '../../parts/states.tsx';
import { Urgent } from '../../parts/status.tsx';
import { Exact } from '../../parts/time.tsx';
import { zone } from '../../words/dates.ts';
import { useWords } from '../../words/index.ts';
import { NotFound } from '../not-found.tsx';
import { ChangeRule } from './change-rule.tsx';
import { Outlook } from './outlook.tsx';
import { Runs } from './runs.tsx';

const changes: ReadName[] = [
  ...(['GET /recurring', 'GET /recurring/{id}', 'GET /recurring/{id}/runs'] as const),
  ...(['GET /ext/recurring/{id}/outlook', 'GET /tickets'] as const),
];

export function RulePage() {
  const words = useWords();
  const id = Number(useParams({ from: '/inside/rules/$id' }).id);
  const rule = useRead('GET /recurring/{id}', { params: { id } });
  if (isStatus(rule.error, 400, 403, 404)) return <NotFound />;
  if (!rule.data) {
    return (
      <Page title={words.rule.name(id)}>
        {rule.isError ? <Problem error={rule.error} retry={() => void rule.refetch()} /> : <Rows />}
      </Page>
    );
  }
  return <Content rule={rule.data} />;
}

function Content({ rule }: { rule: RecurringRule }) {
  const words = useWords();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'change' | 'delete'>();
  const params = { id: rule.id };
  const outlook = useRead('GET /ext/recurring/{id}/outlook', { params });
  const run = useSend('POST /recurring/{id}/run', {
    changes,
    onDone: ({ ticket_id }) => notify({ text: words.rule.ran(ticket_id) }),
  });
  const change = useSend('PATCH /recurring/{id}', { changes });
  const remove = useSend('DELETE /recurring/{id}', {
    changes: ['GET /recurring'],
    quiet: true,
    onDone: () => {
      notify({ text: words.rule.removed });
      void navigate({ to: '/rules' });
    },
  });
  function toggle(): void {
    const is_active = !rule.is_active;
    const undo = (): void => change.mutate({ params, body: { is_active: !is_active } });
    change.mutate(
      { params, body: { is_active } },
      { onSuccess: () => notify({ text: is_active ? words.rule.on : words.rule.off, undo }) },
    );
  }
  const actions = (
    <>
      <Button
        loading={run.isPending}
        disabled={Boolean(outlook.data?.obstacle)}
        aria-describedby="outlook-state"
        onClick={() => run.mutate({ params })}
      >
        {words.rule.run}
      </Button>
      <Button variant="default" onClick={() => setDialog('change')}>
        {words.app.edit}
      </Button>
      <Button variant="default" loading={change.isPending} onClick={toggle}>
        {rule.is_active ? words.app.switchOff : words.app.switchOn}
      </Button>
      <Button variant="default" className="danger" onClick={() => setDialog('delete')}>
        {words.app.delete}
      </Button>
    </>
  );
  const lead = (
    <span className="meta">
      <span>{words.ticket.every(rule.period_days)}</span>
      <Urgent priority={rule.priority} />
      {!rule.is_active && <span className="tag">{words.app.switchedOff}</span>}
      <span>{words.app.zone(zone())}</span>
    </span>
  );
  return (
    <Page title={`${words.labels.category[rule.category]}, ${rule.object_name}`} lead={lead} actions={actions}>
      <div className="ticket">
        <div className="ticket-columns">
          <div className="stack wide-gap">
            <p className="description">{rule.description}</p>
            <Outlook rule={rule} />
            <Runs id={rule.id} />
          </div>
          <RuleFacts rule={rule} />
        </div>
      </div>
      {dialog === 'change' && <ChangeRule rule={rule} onClose={() => setDialog(undefined)} />}
      {dialog === 'delete' && (
        <Dialog title={words.rule.remove} onClose={() => setDialog(undefined)}>
          <Form
            submit={words.app.delete}
            onSubmit={() => remove.mutate({ params })}
            onCancel={() => setDialog(undefined)}
            isBusy={remove.isPending}
            error={remove.error}
            isDangerous
          >
            <p className="muted">{words.rule.removeText}</p>
          </Form>
        </Dialog>
      )}
    </Page>
  );
}

function RuleFacts({ rule }: { rule: RecurringRule }) {
  const words = useWords();
  return (
    <dl className="facts">
      <div>
        <dt>{words.ticket.place}</dt>
        <dd>
          <b>{rule.object_name}</b>
          {rule.floor && `, ${words.ticket.floor(rule.floor)}`}
          <br />
          {rule.address}
          <br />
          <span className="muted">{rule.project_name}</span>
        </dd>
      </div>
      <div>
        <dt>{words.rule.anchor}</dt>
        <dd>
          <Exact at={rule.anchor_at} />
        </dd>
      </div>
      <div>
        <dt>{words.rule.last}</dt>
        <dd>{rule.last_run_at ? <Exact at={rule.last_run_at} /> : words.rule.never}</dd>
      </div>
      <div>
        <dt>{words.rule.by}</dt>
        <dd>{rule.created_by_name}</dd>
      </div>
      <div>
        <dt className="hidden">{words.rule.next}</dt>
        <dd>
          <NextDates anchor={rule.anchor_at} period={rule.period_days} from={new Date(rule.next_run_at)} />
        </dd>
      </div>
    </dl>
  );
}
