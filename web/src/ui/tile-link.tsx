import { Paper, type PaperProps, Text } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';

interface Props extends PaperProps, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style'> {
  ref?: Ref<HTMLAnchorElement>;
  count: string;
  /** of the count */
  color?: string | undefined;
  children?: ReactNode;
}

/** A number with what it counts; it leads to the list of that. */
export const TileLink = createLink(({ count, color = 'var(--text)', children, ...props }: Props) => (
  <Paper component="a" withBorder display="block" h="100%" px="md" py="sm" c="dimmed" {...props}>
    <Text component="b" fz="xl" lh="xl" fw={600} c={color} display="block">
      {count}
    </Text>{' '}
    {children}
  </Paper>
));
