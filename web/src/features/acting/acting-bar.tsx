import { Box, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconUserShare } from '@tabler/icons-react';
import { useMessages } from '../../i18n/locale.ts';
import type { Principal } from '../../session/acting.ts';
import { useSender } from '../../session/session-store.ts';
import { Icon } from '../../ui/icon.tsx';
import { useActingTexts } from './texts/texts.ts';
import { useSwitch } from './use-switch.ts';

/** Tells on all pages for whom the user acts, and ends it. */
export function ActingBar({ principal: { name, role, scope } }: { principal: Principal }) {
  const messages = useMessages();
  const texts = useActingTexts();
  const sender = useSender();
  const switchTo = useSwitch();
  return (
    <Group
      component="section"
      aria-label={`${texts.youActFor} ${name}`}
      justify="space-between"
      wrap="nowrap"
      gap="sm"
      px="md"
      py={6}
      bg="var(--text)"
      c="var(--page-background)"
      className="acting-bar"
    >
      <Group gap="sm" wrap="nowrap" miw={0}>
        <Icon icon={IconUserShare} size={24} />
        <Box miw={0} lh="sm">
          <Text inherit style={{ overflowWrap: 'anywhere' }}>
            {texts.youActFor} <b>{name}</b> <span className="wide-only">({messages.labels.role[role]})</span>
          </Text>
          <Text fz="xs" lh="sm">
            {scope === 'read' ? texts.mayOnlyRead : texts.namesYou(sender.name)}
          </Text>
        </Box>
      </Group>
      <Button variant="default" flex="none" c="var(--text)" bg="var(--card-background)" onClick={() => void switchTo()}>
        {texts.end}
        <VisuallyHidden>{texts.endOf(name)}</VisuallyHidden>
      </Button>
    </Group>
  );
}
