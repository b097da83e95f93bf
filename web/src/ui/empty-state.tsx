import { Center, Paper, Stack, Text } from '@mantine/core';
import type { Icon as TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface Props {
  icon: TablerIcon;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** of an error that takes the place of the content */
  role?: 'alert';
}

/** Shown instead of a list without rows: what is missing and how to add it. */
export function EmptyState({ icon, title, children, action, role }: Props) {
  return (
    <Paper withBorder px="md" py="xl" className="empty-state" role={role}>
      <Stack align="center" gap="xs" ta="center">
        <Center w={88} h={88} bdrs="50%" bg="var(--accent-soft)" c="var(--accent-text)">
          <Icon icon={icon} size={48} />
        </Center>
        {title && (
          <Text component="h2" size="lg" fw={600}>
            {title}
          </Text>
        )}
        {children && <Text c="dimmed">{children}</Text>}
        {action}
      </Stack>
    </Paper>
  );
}
