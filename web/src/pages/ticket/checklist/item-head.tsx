import { Box, Group, Stack, Text } from '@mantine/core';
import { formatDay } from '../../../i18n/dates.ts';
import { Tag } from '../../../ui/tag.tsx';
import { answerText } from './answer-text.ts';
import type { ShownItem } from './shown-checklist.ts';
import { useTicketChecklistTexts } from './texts/texts.ts';

/** What is asked, and what was answered the last time. */
export function ItemHead({ item, id }: { item: ShownItem; id?: string }) {
  const texts = useTicketChecklistTexts();
  const { label, required, previous, isUnsent, state } = item;
  return (
    <Stack gap={2}>
      <Group gap="xs" justify="space-between" wrap="nowrap" align="flex-start">
        <Text id={id} fw={600}>
          {label}
        </Text>
        {required && state === 'open' && (
          <Box flex="none">
            <Tag>{texts.required}</Tag>
          </Box>
        )}
        {isUnsent && (
          <Text span size="sm" c="dimmed" flex="none">
            {texts.unsent}
          </Text>
        )}
      </Group>
      {previous && (
        <Text size="sm" c="dimmed">
          {texts.previous(answerText(item, previous.value, texts), formatDay(previous.answered_at))}
        </Text>
      )}
    </Stack>
  );
}
