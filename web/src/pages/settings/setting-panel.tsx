import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useMessages } from '../../i18n/locale.ts';
import { FormError } from '../../ui/form-error.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { useChanges } from './use-changes.ts';

interface Props {
  id: string;
  title: string;
  text: string;
  changes: ReturnType<typeof useChanges>;
  /** false: the environment decides all of it */
  isEditable: boolean;
  children: ReactNode;
  /** below the button, such as a test */
  below?: ReactNode;
}

/** A part of the settings, which is saved by itself. */
export function SettingPanel({ id, title, text, changes, isEditable, children, below }: Props) {
  const messages = useMessages();
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (changes.hasChanges && !changes.isBusy) changes.save();
  }
  return (
    <Panel aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      <Text c="dimmed">{text}</Text>
      <form onSubmit={submit}>
        <Stack gap="sm">
          {children}
          <FormError error={changes.error} />
          {isEditable && (
            <Group>
              <Button type="submit" loading={changes.isBusy} disabled={!changes.hasChanges}>
                {messages.app.save}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
      {below}
    </Panel>
  );
}
