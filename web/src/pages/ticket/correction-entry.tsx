import { Box, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { Category, Priority } from '../../contract/enums.ts';
import type { TicketEdit } from '../../contract/schemas.ts';
import type { Messages } from '../../i18n/en.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Icon } from '../../ui/icon.tsx';
import { IsolatedName } from '../../ui/isolated-name.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import type { Correction } from './merge-timeline.ts';
import { useTicketTexts } from './texts/texts.ts';
import { TicketDescription } from './ticket-description.tsx';

/** Who corrected a ticket, and each field before and after. */
export function CorrectionEntry({ correction: { actor_name, created_at, edits } }: { correction: Correction }) {
  const { corrections: texts } = useTicketTexts();
  return (
    <>
      <p>
        <IsolatedName name={actor_name} /> {texts.corrected}{' '}
        <Text span size="sm" c="dimmed">
          <RelativeTime at={created_at} />
        </Text>
      </p>
      <Stack component="ul" gap={4}>
        {edits.map((edit) => (
          <li key={edit.id}>
            <ChangedField edit={edit} />
          </li>
        ))}
      </Stack>
    </>
  );
}

function ChangedField({ edit: { field, from, to } }: { edit: TicketEdit }) {
  const messages = useMessages();
  const { corrections: texts } = useTicketTexts();
  const label = (
    <Text span size="sm" c="dimmed">
      {texts.fields[field]}:
    </Text>
  );
  if (field === 'description') {
    return (
      <>
        {label}
        <VisuallyHidden>{texts.before}</VisuallyHidden>
        <Box component="del" c="dimmed">
          <TicketDescription text={from} size="sm" />
        </Box>
        <VisuallyHidden>{texts.after}</VisuallyHidden>
        <Box component="ins" td="none">
          <TicketDescription text={to} size="sm" />
        </Box>
      </>
    );
  }
  return (
    <>
      {label}{' '}
      <Group component="span" gap={6} display="inline-flex">
        <VisuallyHidden>{texts.before}</VisuallyHidden>
        <Text component={from ? 'del' : 'span'} size="sm" c="dimmed">
          {valueText(field, from, messages) || texts.none}
        </Text>
        <Icon icon={IconArrowRight} size={16} />
        <VisuallyHidden>{texts.after}</VisuallyHidden>
        <Text component={to ? 'ins' : 'span'} size="sm" td="none">
          {valueText(field, to, messages) || texts.none}
        </Text>
      </Group>
    </>
  );
}

function valueText(field: TicketEdit['field'], value: string, { labels }: Messages): string {
  if (field === 'category') return labels.category[value as Category];
  return field === 'priority' ? labels.priority[value as Priority] : value;
}
