import type { ListedRecurringRule } from '../../contract/schemas.ts';
import { usePatternSentence } from '../../features/patterns/pattern-sentence.ts';
import { useMessages } from '../../i18n/locale.ts';

/** Says when a rule runs: by its pattern, or every so many days. */
export function useScheduleSentence(): (rule: Pick<ListedRecurringRule, 'pattern' | 'period_days'>) => string {
  const messages = useMessages();
  const sentence = usePatternSentence();
  return ({ pattern, period_days }) => (pattern ? sentence(pattern) : messages.ticket.repeats(period_days));
}
