import { Paper, type PaperProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';

interface Props extends Pick<PaperProps, 'mb'> {
  tone: 'accent' | 'warning' | 'danger';
  role?: 'alert' | 'status';
  children: ReactNode;
}

/** A paragraph that stands out from the text around it. */
export function Note({ tone, children, ...props }: Props) {
  return (
    <Paper
      component="p"
      bg={`var(--${tone}-soft)`}
      c={`var(--${tone === 'accent' ? 'accent-text' : tone})`}
      px="md"
      py="sm"
      {...props}
    >
      {children}
    </Paper>
  );
}

type NoteLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> };

/** A note that leads to what it tells of. */
export const NoteLink = createLink((props: NoteLinkProps) => (
  <Paper component="a" bg="var(--accent-soft)" c="var(--accent-text)" fw={500} px="md" py="sm" mb="md" {...props} />
));
