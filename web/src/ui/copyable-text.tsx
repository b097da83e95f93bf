import { Button, Code, Group } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useMessages } from '../i18n/locale.ts';

/**
 * A text with a copy button. Without a secure context there is no clipboard, and the text can be selected.
 * @param shown the text in a form that is easier to read
 */
export function CopyableText({ text, shown = text }: { text: string; shown?: string }) {
  const messages = useMessages();
  const { copy, copied } = useClipboard();
  return (
    <Group wrap="nowrap" gap="xs" className="copyable-text">
      <Code flex={1} p="xs" fz="sm">
        {shown}
      </Code>
      {navigator.clipboard && (
        <Button variant="subtle" onClick={() => copy(text)}>
          {copied ? messages.app.copied : messages.app.copy}
        </Button>
      )}
    </Group>
  );
}
