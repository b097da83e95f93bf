import { Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type QueryName } from '../../api/client.ts';
import { invalidate } from '../../api/invalidation.ts';
import type { ListedRecurringRule, RecurringPattern } from '../../contract/schemas.ts';
import {
  attachedTo,
  defaultPattern,
  isValidPattern,
  type PatternBody,
  type PatternDraft,
  toPatternBody,
  toPatternDraft,
} from '../../features/patterns/pattern-draft.ts';
import { PatternFields } from '../../features/patterns/pattern-fields.tsx';
import { usePatternTexts } from '../../features/patterns/texts/texts.ts';
import { isValidSchedule, ScheduleFields } from '../../features/schedule-fields.tsx';
import { hasDescription } from '../../features/ticket-fields.tsx';
import { fromLocalInput, toLocalInput } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { useEditDraft } from '../../session/use-draft.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { RuleEquipment } from './rule-equipment.tsx';
import { type RuleDraft, RuleFields } from './rule-fields.tsx';
import { useRuleTexts } from './texts/texts.ts';

const invalidates: QueryName[] = [
  ...(['GET /ext/recurring', 'GET /ext/recurring/{id}', 'GET /ext/recurring/{id}/next-run'] as const),
  'GET /ext/recurring/calendar',
];

/** What a rule has of the fields. */
interface RuleState {
  ticket: Pick<ListedRecurringRule, 'category' | 'description' | 'floor' | 'priority' | 'anchor_at' | 'period_days'>;
  /** null: it follows its grid */
  pattern: PatternBody | null;
}

const toDraft = ({
  category,
  description,
  floor,
  priority,
  anchor_at,
  period_days,
  pattern,
}: ListedRecurringRule): RuleDraft => ({
  ...{ category, description, floor, priority },
  followsCalendar: pattern !== null,
  pattern: pattern ? toPatternDraft(pattern) : defaultPattern(),
  schedule: { anchor: toLocalInput(new Date(anchor_at)), period: String(period_days) },
});

const stateOf = ({
  category,
  description,
  floor,
  priority,
  anchor_at,
  period_days,
  pattern,
}: ListedRecurringRule): RuleState => ({
  ticket: { category, description, floor, priority, anchor_at, period_days },
  pattern: pattern && bodyOf(pattern),
});

const bodyOf = (pattern: RecurringPattern): PatternBody => ({
  rrule: pattern.rrule,
  starts_on: pattern.starts_on,
  time: pattern.time,
  timezone: pattern.timezone,
  lead_days: pattern.lead_days,
  ...(pattern.worker_id !== null && { worker_id: pattern.worker_id }),
  ...attachedTo(pattern),
});

/** Stores what differs: the pattern first, because it is what the service may refuse. */
async function store(id: number, before: RuleState, { ticket, pattern }: RuleState): Promise<void> {
  const params = { id };
  const isChanged = JSON.stringify(pattern) !== JSON.stringify(before.pattern);
  if (isChanged && pattern) await call('PUT /ext/recurring/{id}/pattern', { params, body: pattern });
  if (isChanged && !pattern) await call('DELETE /ext/recurring/{id}/pattern', { params });
  if (JSON.stringify(ticket) !== JSON.stringify(before.ticket)) await call('PATCH /recurring/{id}', { params, body: ticket });
}

/** Changes a rule. This can be undone. */
export function EditRuleDialog({ rule, onClose }: { rule: ListedRecurringRule; onClose: () => void }) {
  const messages = useMessages();
  const texts = useRuleTexts();
  const patternTexts = usePatternTexts();
  const client = useQueryClient();
  const [first] = useState(() => toDraft(rule));
  const [draft, setDraft, clear] = useEditDraft(`rule:${rule.id}`, first);
  const before = stateOf(rule);
  const onSettled = (): void => invalidate(client, ...invalidates);
  const change = useMutation<void, Error, RuleState>({ mutationFn: (after) => store(rule.id, before, after), onSettled });
  const restore = useMutation<void, Error, RuleState>({
    mutationFn: (after) => store(rule.id, after, before),
    onError: (error) => showToast({ error }),
    onSettled,
  });
  function save(): void {
    const after = { ticket: ticketOf(draft), pattern: draft.followsCalendar ? patternBody() : null };
    change.mutate(after, {
      onSuccess: () => {
        clear();
        showToast({ text: messages.app.saved, undo: () => restore.mutate(after) });
        onClose();
      },
    });
  }
  function ticketOf({ schedule, category, description, floor, priority }: RuleDraft): RuleState['ticket'] {
    // The field has no seconds: an anchor that was not changed keeps its own.
    const anchor_at = schedule.anchor === first.schedule.anchor ? rule.anchor_at : fromLocalInput(schedule.anchor);
    return { category, description, floor, priority, anchor_at, period_days: Number(schedule.period) };
  }
  /** The same days, written in another way, would be a new pattern for the service. */
  function patternBody(): PatternBody {
    const body = toPatternBody(draft.pattern);
    const hasSameDays = toPatternBody(first.pattern).rrule === body.rrule;
    return before.pattern && hasSameDays ? { ...body, rrule: before.pattern.rrule } : body;
  }
  const { pattern } = rule;
  const worker = pattern?.worker_id
    ? { id: pattern.worker_id, name: pattern.worker_name, isMissing: pattern.is_worker_missing }
    : undefined;
  const setPattern = (changed: PatternDraft): void => setDraft({ ...draft, pattern: changed });
  const isReady = draft.followsCalendar ? isValidPattern(draft.pattern) : isValidSchedule(draft.schedule);
  return (
    <Dialog title={texts.change} onClose={onClose}>
      <Form
        submit={messages.app.save}
        onSubmit={save}
        onCancel={onClose}
        mutation={change}
        isReady={hasDescription(draft) && isReady}
      >
        <RuleFields draft={draft} onChange={setDraft}>
          <Switch
            size="md"
            label={patternTexts.followsCalendar}
            description={patternTexts.followsCalendarText}
            checked={draft.followsCalendar}
            onChange={({ currentTarget }) => setDraft({ ...draft, followsCalendar: currentTarget.checked })}
          />
          {draft.followsCalendar ? (
            <>
              <RuleEquipment
                objectId={rule.object_id}
                attached={draft.pattern.attached}
                onChange={(attached) => setPattern({ ...draft.pattern, attached })}
              />
              <PatternFields
                draft={draft.pattern}
                onChange={setPattern}
                projectId={rule.project_id}
                worker={worker}
                clientId={rule.client_id}
              />
            </>
          ) : (
            <ScheduleFields schedule={draft.schedule} onChange={(schedule) => setDraft({ ...draft, schedule })} />
          )}
        </RuleFields>
      </Form>
    </Dialog>
  );
}
