import { useState } from 'react';
import type { QueryName } from '../../api/client.ts';
import { useApiMutation } from '../../api/queries.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Form } from '../../components/form.tsx';
import { isValidSchedule } from '../../components/schedule-fields.tsx';
import { hasDescription } from '../../components/ticket-fields.tsx';
import type { RecurringRule } from '../../contract/schemas.ts';
import { fromLocalInput, toLocalInput } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { useEditDraft } from '../../session/use-draft.ts';
import { type RuleDraft, RuleFields } from './rule-fields.tsx';
import { useRuleTexts } from './texts/texts.ts';

const invalidates: QueryName[] = ['GET /recurring', 'GET /recurring/{id}', 'GET /ext/recurring/{id}/next-run'];

const toDraft = ({ category, description, floor, priority, anchor_at, period_days }: RecurringRule): RuleDraft => ({
  category,
  description,
  floor,
  priority,
  schedule: { anchor: toLocalInput(new Date(anchor_at)), period: String(period_days) },
});

/** Changes a rule. This can be undone. */
export function EditRuleDialog({ rule, onClose }: { rule: RecurringRule; onClose: () => void }) {
  const messages = useMessages();
  const texts = useRuleTexts();
  const [before] = useState(() => toDraft(rule));
  const [draft, setDraft, clear] = useEditDraft(`rule:${rule.id}`, before);
  const change = useApiMutation('PATCH /recurring/{id}', { invalidates, showErrorToast: false });
  const restore = useApiMutation('PATCH /recurring/{id}', { invalidates });
  const params = { id: rule.id };
  function save(): void {
    const { schedule, ...template } = draft;
    // The field has no seconds: an anchor that was not changed keeps its own.
    const anchor_at = schedule.anchor === before.schedule.anchor ? rule.anchor_at : fromLocalInput(schedule.anchor);
    const { category, description, floor, priority, period_days } = rule;
    const old = { category, description, floor, priority, period_days, anchor_at: rule.anchor_at };
    change.mutate(
      { params, body: { ...template, anchor_at, period_days: Number(schedule.period) } },
      {
        onSuccess: () => {
          clear();
          showToast({ text: messages.app.saved, undo: () => restore.mutate({ params, body: old }) });
          onClose();
        },
      },
    );
  }
  return (
    <Dialog title={texts.change} onClose={onClose}>
      <Form
        submit={messages.app.save}
        onSubmit={save}
        onCancel={onClose}
        isBusy={change.isPending}
        isReady={hasDescription(draft) && isValidSchedule(draft.schedule)}
        error={change.error}
      >
        <RuleFields draft={draft} onChange={setDraft} />
      </Form>
    </Dialog>
  );
}
