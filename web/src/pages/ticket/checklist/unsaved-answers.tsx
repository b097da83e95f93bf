import { Button, Group, Paper, Text } from '@mantine/core';
import { errorText } from '../../../i18n/error-text.ts';
import { useMessages } from '../../../i18n/locale.ts';
import { discard, retry } from '../../../offline-queue/queue.ts';
import { useShownEntries } from '../use-shown-entries.ts';
import { useTicketChecklistTexts } from './texts/texts.ts';

/** Answers that the service has refused, with buttons that send them again or discard them. */
export function UnsavedAnswers({ ticketId }: { ticketId: number }) {
  const messages = useMessages();
  const texts = useTicketChecklistTexts();
  const refused = useShownEntries(ticketId).filter(({ answers, state }) => answers && state === 'failed');
  const [first] = refused;
  if (!first) return null;
  const ids = new Set(refused.flatMap(({ answers }) => Object.keys(answers ?? {})));
  const keys = refused.map(({ key }) => key);
  return (
    <Paper role="alert" bg="var(--danger-soft)" c="var(--danger)" px="md" py="sm">
      <Text inherit>
        {texts.notSaved(ids.size)} {errorText(first.error, messages)}
      </Text>
      <Group gap="xs" mt={4}>
        <Button variant="default" onClick={() => void Promise.all(keys.map((key) => retry(key)))}>
          {messages.upload.retry}
        </Button>
        <Button variant="default" onClick={() => void discard(...keys)}>
          {texts.discard}
        </Button>
      </Group>
    </Paper>
  );
}
