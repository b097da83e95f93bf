import { Paper, Text } from '@mantine/core';
import type { ShownItem } from './shown-checklist.ts';
import { useTicketChecklistTexts } from './texts/texts.ts';

/** So many are named. */
const maxNamed = 5;

/** The required items without an answer, before the work is reported as done; nothing without any. */
export function OpenItems({ items }: { items: readonly ShownItem[] }) {
  const texts = useTicketChecklistTexts();
  if (items.length === 0) return null;
  const named = items.slice(0, maxNamed);
  return (
    <Paper bg="var(--warning-soft)" c="var(--warning)" px="md" py="sm">
      <Text inherit fw={600}>
        {texts.openBeforeFinish}
      </Text>
      <ul style={{ listStyle: 'disc', paddingInlineStart: 20 }}>
        {named.map(({ id, label }) => (
          <li key={id}>{label}</li>
        ))}
      </ul>
      {items.length > named.length && <Text inherit>{texts.andMore(items.length - named.length)}</Text>}
    </Paper>
  );
}
