import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  /** of the background and the icon; gray by default */
  color?: string | undefined;
  isWarning?: boolean;
  icon?: ReactNode;
  children: ReactNode;
}

/** A state in a word or two. */
export function Tag({ color = 'gray', isWarning = false, icon, children }: Props) {
  return (
    <Badge
      component="span"
      className="tag"
      variant="light"
      color={isWarning ? 'var(--warning)' : color}
      c={isWarning ? 'var(--warning)' : 'var(--text)'}
      fz="xs"
      lh="xs"
      fw={500}
      lts={0}
      tt="none"
      h="auto"
      mih={24}
      leftSection={icon}
    >
      {children}
    </Badge>
  );
}
