import { Box, Button, Paper, Text } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { QueryName } from '../../api/client.ts';
import { useApiMutation, useApiQuery, useFormMutation } from '../../api/queries.ts';
import type { ListedRecurringRule } from '../../contract/schemas.ts';
import { usePatternTexts } from '../../features/patterns/texts/texts.ts';
import { NextRunDates } from '../../features/schedule-fields.tsx';
import { UrgentBadge } from '../../features/status-badge.tsx';
import { ticketTitle } from '../../features/ticket-title.ts';
import { timeZone } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';
import { Form } from '../../ui/form.tsx';
import { LoadedPage } from '../../ui/loaded-page.tsx';
import { Meta } from '../../ui/meta.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { Tag } from '../../ui/tag.tsx';
import { DateTime } from '../../ui/time.tsx';
import { EditRuleDialog } from './edit-rule-dialog.tsx';
import { NextRunStatus } from './next-run-status.tsx';
import { RulePattern } from './rule-pattern.tsx';
import { RuleRuns } from './rule-runs.tsx';
import { useRuleTexts } from './texts/texts.ts';
import { useScheduleSentence } from './use-schedule-sentence.ts';

const invalidates: QueryName[] = [
  ...(['GET /ext/recurring', 'GET /ext/recurring/{id}', 'GET /recurring/{id}/runs'] as const),
  ...(['GET /ext/recurring/{id}/next-run', 'GET /tickets', 'GET /ext/tickets'] as const),
];

/** One rule with its runs. */
export function RulePage() {
  const texts = useRuleTexts();
  const id = Number(useParams({ from: '/signed-in/rules/$id' }).id);
  const rule = useApiQuery('GET /ext/recurring/{id}', { params: { id } });
  return (
    <LoadedPage title={texts.name(id)} query={rule}>
      {(data) => <Content rule={data} />}
    </LoadedPage>
  );
}

function Content({ rule }: { rule: ListedRecurringRule }) {
  const messages = useMessages();
  const texts = useRuleTexts();
  const patternTexts = usePatternTexts();
  const whenItRuns = useScheduleSentence();
  const navigate = useNavigate();
  /** It stays disabled until it has another pattern or none. */
  const hasEnded = rule.pattern?.has_ended === true;
  const [dialog, setDialog] = useState<'change' | 'run' | 'delete'>();
  const params = { id: rule.id };
  const nextRun = useApiQuery('GET /ext/recurring/{id}/next-run', { params });
  const run = useFormMutation('POST /recurring/{id}/run', {
    invalidates,
    onSuccess: ({ ticket_id }) => {
      const view = (): void => void navigate({ to: '/tickets/$id', params: { id: String(ticket_id) } });
      showToast({ text: texts.ran(ticket_id), action: { label: messages.app.view, run: view } });
      setDialog(undefined);
    },
  });
  const change = useApiMutation('PATCH /recurring/{id}', { invalidates });
  const remove = useFormMutation('DELETE /recurring/{id}', {
    invalidates: ['GET /ext/recurring'],
    onSuccess: () => {
      showToast({ text: texts.removed });
      void navigate({ to: '/rules' });
    },
  });
  function toggle(): void {
    const is_active = !rule.is_active;
    const undo = (): void => change.mutate({ params, body: { is_active: !is_active } });
    change.mutate(
      { params, body: { is_active } },
      { onSuccess: () => showToast({ text: is_active ? texts.on : texts.off, undo }) },
    );
  }
  const actions = (
    <>
      <Button onClick={() => setDialog('change')}>{messages.app.edit}</Button>
      <Button
        variant="default"
        disabled={Boolean(nextRun.data?.blocker)}
        aria-describedby="next-run-status"
        onClick={() => setDialog('run')}
      >
        {texts.run}
      </Button>
      {!hasEnded && (
        <Button variant="default" loading={change.isPending} onClick={toggle}>
          {rule.is_active ? texts.pause : texts.resume}
        </Button>
      )}
      <Button variant="subtle" color="red" onClick={() => setDialog('delete')}>
        {messages.app.delete}
      </Button>
    </>
  );
  const lead = (
    <Meta component="span">
      <span>{messages.ticket.title(messages.labels.category[rule.category], rule.object_name)}</span>
      <span>{whenItRuns(rule)}</span>
      <UrgentBadge priority={rule.priority} />
      {!rule.is_active && <Tag>{hasEnded ? patternTexts.over : texts.paused}</Tag>}
      <span>{messages.app.timeZone(timeZone())}</span>
    </Meta>
  );
  return (
    <PageLayout title={ticketTitle(rule)} lead={lead} actions={actions}>
      <div className="ticket">
        <div className="ticket-main">
          {rule.description !== ticketTitle(rule) && <p className="description">{rule.description}</p>}
          <NextRunStatus rule={rule} />
          <RuleRuns id={rule.id} />
        </div>
        <div className="ticket-side">
          <RuleFacts rule={rule} />
        </div>
      </div>
      {dialog === 'change' && <EditRuleDialog rule={rule} onClose={() => setDialog(undefined)} />}
      {dialog === 'run' && (
        <Dialog title={texts.runTitle} onClose={() => setDialog(undefined)}>
          <Form submit={texts.run} onSubmit={() => run.mutate({ params })} onCancel={() => setDialog(undefined)} mutation={run}>
            <Text c="dimmed">{texts.runText(rule.object_name)}</Text>
          </Form>
        </Dialog>
      )}
      {dialog === 'delete' && (
        <Dialog title={texts.remove} onClose={() => setDialog(undefined)}>
          <Form
            submit={messages.app.delete}
            onSubmit={() => remove.mutate({ params })}
            onCancel={() => setDialog(undefined)}
            mutation={remove}
            isDangerous
          >
            <Text c="dimmed">{texts.removeText}</Text>
          </Form>
        </Dialog>
      )}
    </PageLayout>
  );
}

function RuleFacts({ rule }: { rule: ListedRecurringRule }) {
  const messages = useMessages();
  const texts = useRuleTexts();
  return (
    <Paper withBorder px="lg" py="md">
      <Facts orientation="vertical">
        <Fact name={messages.ticket.object}>
          <b>{rule.object_name}</b>
          {rule.floor && `, ${messages.ticket.floor(rule.floor)}`}
          <br />
          {rule.address}
          <br />
          <Text span inherit c="dimmed">
            {rule.project_name}
          </Text>
        </Fact>
        {!rule.pattern && (
          <Fact name={messages.rule.anchor}>
            <DateTime at={rule.anchor_at} />
          </Fact>
        )}
        <Fact name={texts.last}>{rule.last_run_at ? <DateTime at={rule.last_run_at} /> : texts.never}</Fact>
        <Fact name={texts.createdBy}>{rule.created_by_name}</Fact>
      </Facts>
      <Box mt="sm">
        {rule.pattern ? (
          <RulePattern pattern={rule.pattern} />
        ) : (
          <NextRunDates anchor={rule.anchor_at} period={rule.period_days} from={new Date(rule.next_run_at)} />
        )}
      </Box>
    </Paper>
  );
}
