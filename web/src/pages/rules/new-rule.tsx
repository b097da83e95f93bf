import { useNavigate } from '@tanstack/react-router';
import { useSend } from '../../api/queries.ts';
import { Form } from '../../parts/form-kit.tsx';
import { Page } from '../../parts/page.tsx';
import { firstSchedule, isSchedule } from '../../parts/schedule-fields.tsx';
import { isDescribed } from '../../parts/template-fields.tsx';
import { useDraft } from '../../session/draft.ts';
import { fromLocalInput } from '../../words/dates.ts';
import { useWords } from '../../words/index.ts';
import { ObjectPicker } from '../new-ticket/object-picker.tsx';
import { isPickedObject, type PickedObject } from '../new-ticket/recent-objects.ts';
import { RoleGate } from '../role-gate.tsx';
import { type RuleDraft, RuleFields } from './rule-fields.tsx';

const blank: RuleDraft = { category: 'other', description: '', floor: '', priority: 'normal', schedule: firstSchedule() };

const isObjectOrNone = (value: unknown): value is PickedObject | null => value === null || isPickedObject(value);

export function NewRulePage() {
  return (
    <RoleGate roles={['client', 'admin']}>
      <NewRule />
    </RoleGate>
  );
}

function NewRule() {
  const words = useWords();
  const navigate = useNavigate();
  const [object, setObject, clearObject] = useDraft<PickedObject | null>('new-rule-object', null, isObjectOrNone);
  const [draft, setDraft, clear] = useDraft('new-rule', blank);
  const create = useSend('POST /recurring', {
    changes: ['GET /recurring'],
    quiet: true,
    onDone: ({ id }) => {
      clear();
      clearObject();
      void navigate({ to: '/rules/$id', params: { id: String(id) }, replace: true });
    },
  });
  const { schedule, ...template } = draft;
  const isReady = object !== null && isDescribed(draft) && isSchedule(schedule);
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
    <Page title={words.rule.create}>
      <div className="narrow-column">
        <ObjectPicker chosen={object ?? undefined} onChoose={(chosen) => setObject(chosen ?? null)} />
        <Form submit={words.rule.create} onSubmit={submit} isBusy={create.isPending} isReady={isReady} error={create.error}>
          <RuleFields draft={draft} onChange={setDraft} />
        </Form>
      </div>
    </Page>
  );
}
