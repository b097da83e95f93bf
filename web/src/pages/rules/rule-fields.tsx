import { type Schedule, ScheduleFields } from '../../parts/schedule-fields.tsx';
import { type Template, TemplateFields } from '../../parts/template-fields.tsx';
import type { Category } from '../../words/labels.ts';

export interface RuleDraft extends Template {
  category: Category;
  schedule: Schedule;
}

interface Props {
  draft: RuleDraft;
  onChange: (draft: RuleDraft) => void;
}

/** What each request of the rule says, and when it comes. */
export function RuleFields({ draft, onChange }: Props) {
  return (
    <>
      <TemplateFields draft={draft} onChange={(part) => onChange({ ...draft, ...part })} />
      <ScheduleFields schedule={draft.schedule} onChange={(schedule) => onChange({ ...draft, schedule })} />
    </>
  );
}
