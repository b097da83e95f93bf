import { type Schedule, ScheduleFields } from '../../components/schedule-fields.tsx';
import { FloorField, TicketFields, type TicketFieldValues } from '../../components/ticket-fields.tsx';
import type { Category } from '../../contract/enums.ts';
import { useRuleTexts } from './texts/texts.ts';

export interface RuleDraft extends TicketFieldValues {
  category: Category;
  schedule: Schedule;
}

interface Props {
  draft: RuleDraft;
  onChange: (draft: RuleDraft) => void;
}

/** The fields for the tickets and the schedule of a rule. */
export function RuleFields({ draft, onChange }: Props) {
  const texts = useRuleTexts();
  return (
    <>
      <TicketFields draft={draft} onChange={(part) => onChange({ ...draft, ...part })} descriptionField={texts} />
      <FloorField draft={draft} onChange={(part) => onChange({ ...draft, ...part })} />
      <ScheduleFields schedule={draft.schedule} onChange={(schedule) => onChange({ ...draft, schedule })} />
    </>
  );
}
