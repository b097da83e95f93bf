import { Stack, Text } from '@mantine/core';
import { PatternPreview } from '../../components/patterns/pattern-preview.tsx';
import { usePatternTexts } from '../../components/patterns/texts/texts.ts';
import type { RecurringPattern } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';

/** The pattern of a rule: its worker, its time zone and its next dates. */
export function RulePattern({ pattern }: { pattern: RecurringPattern }) {
  const messages = useMessages();
  const texts = usePatternTexts();
  const { rrule, starts_on, time, timezone, lead_days, worker_id, worker_name, is_worker_missing, has_ended } = pattern;
  return (
    <Stack gap="xs">
      {has_ended ? (
        <Text>{texts.ended}</Text>
      ) : (
        <PatternPreview pattern={{ rrule, starts_on, time, timezone, lead_days }} isBelowSentence />
      )}
      <Text size="sm" c="dimmed">
        {messages.app.timeZone(timezone)}
      </Text>
      {worker_id && !is_worker_missing && <Text size="sm">{texts.assignedTo(worker_name)}</Text>}
      {is_worker_missing && (
        <Text size="sm" c="var(--warning)">
          {texts.workerMissing}
        </Text>
      )}
    </Stack>
  );
}
