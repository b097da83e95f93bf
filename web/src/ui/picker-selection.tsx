import { Button, Group, Paper, Text } from '@mantine/core';
import { useMessages } from '../i18n/locale.ts';

interface Props {
  label: string;
  name: string;
  detail?: string;
  onChange: () => void;
}

/** The selected item of a picker, with a button to select another one. */
export function PickerSelection({ label, name, detail, onChange }: Props) {
  const messages = useMessages();
  return (
    <Paper withBorder px="md" py="sm" className="picker-selection">
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <div>
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <Text fw={500}>{name}</Text>
          {detail && (
            <Text size="sm" c="dimmed">
              {detail}
            </Text>
          )}
        </div>
        <Button variant="subtle" flex="none" onClick={onChange}>
          {messages.create.changeSelection}
        </Button>
      </Group>
    </Paper>
  );
}
