import { Box, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Status } from '../contract/enums.ts';
import { statusColor } from './status-color.ts';

interface Props {
  /** the status of a ticket that has the same color */
  color: Status;
  component?: 'p' | 'span' | 'h2';
  id?: string;
  children: ReactNode;
}

/** The state of a part of the service, behind a dot of its color. */
export function StateText({ color, component = 'p', id, children }: Props) {
  return (
    <Group component={component} id={id} gap="xs" wrap="nowrap" fw={600}>
      <Box component="span" flex="none" w={9} h={9} bdrs="50%" bg={statusColor(color)} />
      <span>{children}</span>
    </Group>
  );
}
