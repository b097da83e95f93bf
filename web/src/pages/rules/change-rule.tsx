import { useState } from 'react';
import type { RecurringRule } from '../../api/operations.ts';
import { type ReadName, useSend } from '../../api/queries.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form-kit.tsx';
import { notify } from '../../parts/notices.ts';
import { isSchedule } from '../../parts/schedule-fields.tsx';
import { isDescribed } from '../../parts/template-fields.tsx';
import { useEditDraft } from '../../session/draft.ts';
import { fromLocalInput, toLocalInput } from '../../words/dates.ts';
import { useWords } from '../../words/index.ts';
import { type RuleDraft, RuleFields } from './rule-fields.tsx';

const changes: ReadName[] = ['GET /recurring', 'GET /recurring/{id}', 'GET /ext/recurring/{id}/outlook'];

const draftOf = ({ category, description, floor, priority, anchor_at, period_days }: RecurringRule): RuleDraft => ({
  category,
  description,
  floor,
  priority,
  schedule: { anchor: toLocalInput(new Date(anchor_at)), period: String(period_days) },
});

export function ChangeRule({ rule, onClose }: { rule: RecurringRule; onClose: () => void }) {
  const words = useWords();
  const [before] = useState(() => draftOf(rule));
  const [draft, setDraft, clear] = useEditDraft(`rule:${rule.id}`, before);
  const change = useSend('PATCH /recurring/{id}', { changes, quiet: true });
  const restore = useSend('PATCH /recurring/{id}', { changes });
  const params = { id: rule.id };
  function save(): void {
    const { schedule, ...template } = draft;
    // The input knows minutes: an anchor that was not touched keeps its seconds.
    const anchor_at = schedule.anchor === before.schedule.anchor ? rule.anchor_at : fromLocalInput(schedule.anchor);
    const { category, description, floor, priority, period_days } = rule;
    const old = { category, description, floor, priority, period_days, anchor_at: rule.anchor_at };
    change.mutate(
      { params, body: { ...template, anchor_at, period_days: Number(schedule.period) } },
      {
        onSuccess: () => {
          clear();
          notify({ text: words.app.saved, undo: () => restore.mutate({ params, body: old }) });
          onClose();
        },
      },
    );
  }
  return (
    <Dialog title={words.rule.change} onClose={onClose}>
      <Form
        submit={words.app.save}
        onSubmit={save}
        onCancel={onClose}
        isBusy={change.isPending}
        isReady={isDescribed(draft) && isSchedule(draft.schedule)}
        error={change.error}
      >
        <RuleFields draft={draft} onChange={setDraft} />
      </Form>
    </Dialog>
  );
}
