import { EmptyState as EmptyStateLayout, Paper } from '@mantine/core';
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
      <EmptyStateLayout variant="light" icon={<Icon icon={icon} size={48} />}>
        {title && <EmptyStateLayout.Title order={2}>{title}</EmptyStateLayout.Title>}
        {children && <EmptyStateLayout.Description>{children}</EmptyStateLayout.Description>}
        {action && <EmptyStateLayout.Actions>{action}</EmptyStateLayout.Actions>}
      </EmptyStateLayout>
    </Paper>
  );
}
