import { Stack, Text } from '@mantine/core';
import { useApiQuery } from '../../api/queries.ts';
import type { RecurringPattern } from '../../contract/schemas.ts';
import { PatternPreview } from '../../features/patterns/pattern-preview.tsx';
import { usePatternTexts } from '../../features/patterns/texts/texts.ts';
import { useMessages } from '../../i18n/locale.ts';
import { PatternEquipment } from './rule-equipment.tsx';

/** The pattern of a rule: its worker, its time zone and its next dates. */
export function RulePattern({ pattern }: { pattern: RecurringPattern }) {
  const messages = useMessages();
  const texts = usePatternTexts();
  const { rrule, starts_on, time, timezone, lead_days, worker_id, worker_name, is_worker_missing, has_ended } = pattern;
  const { checklist_id, equipment_id } = pattern;
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
      {equipment_id !== null && <PatternEquipment id={equipment_id} />}
      {checklist_id !== null && <PatternChecklist id={checklist_id} />}
      {is_worker_missing && (
        <Text size="sm" c="var(--warning)">
          {texts.workerMissing}
        </Text>
      )}
    </Stack>
  );
}

/** The checklist of each request; one of the admins has no name for a client. */
function PatternChecklist({ id }: { id: number }) {
  const texts = usePatternTexts();
  const { data } = useApiQuery('GET /ext/checklists/{id}', { params: { id } });
  if (!data) return null;
  return <Text size="sm">{texts.withChecklist(data.name)}</Text>;
}
