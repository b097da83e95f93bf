import { DataList, Group, Kbd, Text } from '@mantine/core';
import { useMessages } from '../../i18n/locale.ts';
import { Dialog } from '../dialog.tsx';
import { type ShortcutName, shortcutKeys } from './shortcut-keys.ts';

interface Props {
  names: ShortcutName[];
  onClose: () => void;
}

/** The shortcuts that the user has, with their keys. */
export function ShortcutSheet({ names, onClose }: Props) {
  const messages = useMessages();
  return (
    <Dialog title={messages.shortcuts.title} onClose={onClose}>
      <DataList size="md" labelWidth={80} my="xs">
        {names.map((name) => (
          <DataList.Item key={name}>
            <DataList.ItemLabel>
              <Group component="span" gap={6}>
                {shortcutKeys[name].map((key) => (
                  <Kbd key={key} size="md" miw={28}>
                    {key}
                  </Kbd>
                ))}
              </Group>
            </DataList.ItemLabel>
            <DataList.ItemValue>{messages.shortcuts.names[name]}</DataList.ItemValue>
          </DataList.Item>
        ))}
      </DataList>
      <Text size="sm" c="dimmed">
        {messages.shortcuts.offHint}
      </Text>
    </Dialog>
  );
}
