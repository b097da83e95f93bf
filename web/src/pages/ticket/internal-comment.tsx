import { Box, Group, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { useTicketTexts } from './texts/texts.ts';

/** Sets an internal comment apart, and says who reads it; a public one is shown as it is. */
export function InternalComment({ isInternal, children }: { isInternal: boolean; children: ReactNode }) {
  const { comments: texts } = useTicketTexts();
  if (!isInternal) return children;
  return (
    <Box className="internal-comment" px="sm" py="xs">
      {children}
      <Group component="p" gap={6} mt={6} wrap="nowrap" align="flex-start" c="var(--warning)">
        <Icon icon={IconLock} size={16} />
        <Text span size="sm" inherit={false} c="inherit">
          <b>{texts.internal}</b> · {texts.internalReaders}
        </Text>
      </Group>
    </Box>
  );
}
