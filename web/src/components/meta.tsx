import { Group } from '@mantine/core';
import type { ReactNode } from 'react';

/** Short facts about a row or a page, one after the other. */
export function Meta({ component = 'p', children }: { component?: 'p' | 'span' | 'li'; children: ReactNode }) {
  return (
    <Group component={component} gap="4px 14px" c="dimmed" fz="sm" lh="sm">
      {children}
    </Group>
  );
}
