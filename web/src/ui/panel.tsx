import { Group, Paper, type PaperProps, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

interface PanelProps extends Pick<PaperProps, 'mb'> {
  component?: 'section' | 'article';
  'aria-labelledby'?: string;
  children: ReactNode;
}

/** A frame around what belongs together. */
export function Panel({ component = 'section', children, ...props }: PanelProps) {
  return (
    <Paper component={component} withBorder px="lg" py="md" {...props}>
      <Stack gap="sm">{children}</Stack>
    </Paper>
  );
}

/** The heading of a section with its button. */
export function SectionHead({ children }: { children: ReactNode }) {
  return (
    <Group className="section-head" justify="space-between" gap="xs" mt="xl" mb="xs">
      {children}
    </Group>
  );
}
