import { DataList, Group, Kbd, Text } from '@mantine/core';
import { Dialog } from '../../ui/dialog.tsx';
import { type ShortcutName, shortcutKeys } from './shortcut-keys.ts';
import { useShortcutTexts } from './texts/texts.ts';

interface Props {
  names: ShortcutName[];
  onClose: () => void;
}

/** The shortcuts that the user has, with their keys. */
export function ShortcutSheet({ names, onClose }: Props) {
  const texts = useShortcutTexts();
  return (
    <Dialog title={texts.title} onClose={onClose}>
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
            <DataList.ItemValue>{texts.names[name]}</DataList.ItemValue>
          </DataList.Item>
        ))}
      </DataList>
      <Text size="sm" c="dimmed">
        {texts.offHint}
      </Text>
    </Dialog>
  );
}
