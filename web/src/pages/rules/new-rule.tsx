import { Box } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useApiMutation } from '../../api/queries.ts';
import { Form } from '../../components/form.tsx';
import { ObjectPicker } from '../../components/object-picker.tsx';
import { PageLayout } from '../../components/page-layout.tsx';
import { isSelectedObject, type SelectedObject } from '../../components/recent-objects.ts';
import { RequireRole } from '../../components/require-role.tsx';
import { defaultSchedule, isValidSchedule } from '../../components/schedule-fields.tsx';
import { hasDescription } from '../../components/ticket-fields.tsx';
import { fromLocalInput } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useDraft } from '../../session/use-draft.ts';
import { type RuleDraft, RuleFields } from './rule-fields.tsx';

const emptyDraft: RuleDraft = { category: 'other', description: '', floor: '', priority: 'normal', schedule: defaultSchedule() };

const isObjectOrNone = (value: unknown): value is SelectedObject | null => value === null || isSelectedObject(value);

/** The form for a new rule. */
export function NewRulePage() {
  return (
    <RequireRole roles={['client', 'admin']}>
      <NewRule />
    </RequireRole>
  );
}

function NewRule() {
  const messages = useMessages();
  const navigate = useNavigate();
  const [object, setObject, clearObject] = useDraft<SelectedObject | null>('new-rule-object', null, isObjectOrNone);
  const [draft, setDraft, clear] = useDraft('new-rule', emptyDraft);
  const create = useApiMutation('POST /recurring', {
    invalidates: ['GET /recurring'],
    showErrorToast: false,
    onSuccess: ({ id }) => {
      clear();
      clearObject();
      void navigate({ to: '/rules/$id', params: { id: String(id) }, replace: true });
    },
  });
  const { schedule, ...template } = draft;
  const isReady = object !== null && hasDescription(draft) && isValidSchedule(schedule);
  const submit = (): void =>
    create.mutate({
      body: {
        ...template,
        object_id: object?.id ?? 0,
        anchor_at: fromLocalInput(schedule.anchor),
        period_days: Number(schedule.period),
      },
    });
  return (
    <PageLayout title={messages.rule.create}>
      <Box maw={560} className="needs-object">
        <ObjectPicker selected={object ?? undefined} onSelect={(selected) => setObject(selected ?? null)} />
        <Form
          submit={messages.app.create}
          onSubmit={submit}
          isBusy={create.isPending}
          isReady={isReady}
          alsoMissing={object ? undefined : messages.create.object}
          error={create.error}
        >
          <RuleFields draft={draft} onChange={setDraft} />
        </Form>
      </Box>
    </PageLayout>
  );
}
