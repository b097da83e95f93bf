import { Button, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/panel.tsx';

interface Props {
  title: string;
  text: string;
  children?: ReactNode;
  /** the button that leads on, and why; nothing where the form has one */
  next?: { label: string; run: () => void; isMain?: boolean } | undefined;
}

/** One screen of the set-up. */
export function StepPanel({ title, text, children, next }: Props) {
  return (
    <Panel aria-labelledby="step">
      <Title order={2} id="step" tabIndex={-1}>
        {title}
      </Title>
      <Text c="dimmed">{text}</Text>
      {children}
      {next && (
        <Group>
          <Button variant={next.isMain ? 'filled' : 'subtle'} onClick={next.run}>
            {next.label}
          </Button>
        </Group>
      )}
    </Panel>
  );
}
