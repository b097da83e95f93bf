import { Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  component?: 'p' | 'span' | 'li';
  size?: 'sm' | 'md';
  role?: 'status' | undefined;
  children: ReactNode;
}

/** Short facts about a row or a page, one after the other. */
export function Meta({ component = 'p', size = 'sm', role, children }: Props) {
  return (
    <Group component={component} gap="4px 12px" c="dimmed" fz={size} lh={size} role={role}>
      {children}
    </Group>
  );
}
