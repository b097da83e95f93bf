import type { ReactNode } from 'react';
import type { Category } from '../../contract/enums.ts';
import type { PatternDraft } from '../../features/patterns/pattern-draft.ts';
import type { Schedule } from '../../features/schedule-fields.tsx';
import { FloorField, TicketFields, type TicketFieldValues } from '../../features/ticket-fields.tsx';
import { useRuleTexts } from './texts/texts.ts';

/** What a rule creates. */
export interface TicketDraft extends TicketFieldValues {
  category: Category;
}

/** A rule while it is edited. */
export interface RuleDraft extends TicketDraft {
  followsCalendar: boolean;
  pattern: PatternDraft;
  schedule: Schedule;
}

interface Props<Draft extends TicketDraft> {
  draft: Draft;
  onChange: (draft: Draft) => void;
  /** when it creates them */
  children: ReactNode;
}

/** The fields for the tickets of a rule, and those of its schedule. */
export function RuleFields<Draft extends TicketDraft>({ draft, onChange, children }: Props<Draft>) {
  const texts = useRuleTexts();
  return (
    <>
      <TicketFields draft={draft} onChange={(part) => onChange({ ...draft, ...part })} descriptionField={texts} />
      <FloorField draft={draft} onChange={(part) => onChange({ ...draft, ...part })} />
      {children}
    </>
  );
}
