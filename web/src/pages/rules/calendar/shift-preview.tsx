import { Table, Text } from '@mantine/core';
import type { RuleShift } from '../../../contract/schemas.ts';
import { formatClock, formatDateTime } from '../../../i18n/dates.ts';
import { useMessages } from '../../../i18n/locale.ts';
import { useCalendarTexts } from './texts/texts.ts';

type ShownRun = RuleShift['after'][number];

/** The coming dates of a schedule without and with a shift, side by side. */
export function ShiftPreview({ preview: { before, after }, days }: { preview: RuleShift; days: number }) {
  const messages = useMessages();
  const texts = useCalendarTexts();
  const reason = after[0]?.reason;
  const changesClock = new Set(after.map(({ due_at }) => formatClock(due_at))).size > 1;
  return (
    <>
      <Text>{texts.moved(days)}</Text>
      <Table layout="fixed" className="numbers" my="xs" aria-label={texts.preview}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{texts.before}</Table.Th>
            <Table.Th scope="col">{texts.after}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {after.map((run, index) => (
            <Table.Tr key={run.due_at}>
              <Table.Td>{before[index] && <RunTime run={before[index]} />}</Table.Td>
              <Table.Td>
                <RunTime run={run} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {reason && (
        <Text size="sm" c="var(--warning)">
          {texts.willNotRun} {messages.labels.blocker[reason]}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {changesClock && messages.rule.periodHint} {messages.rule.nextDatesText}
      </Text>
    </>
  );
}

function RunTime({ run: { at, due_at } }: { run: ShownRun }) {
  const texts = useCalendarTexts();
  return at === due_at ? formatDateTime(at) : texts.overdue;
}
