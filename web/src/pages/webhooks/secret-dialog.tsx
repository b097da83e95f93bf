import { Button, Group, Stack, Text } from '@mantine/core';
import { CopyableText } from '../../ui/copyable-text.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useWebhookTexts } from './texts/texts.ts';

/** Shows a new secret, once. */
export function SecretDialog({ title, secret, onClose }: { title: string; secret: string; onClose: () => void }) {
  const texts = useWebhookTexts();
  return (
    <Dialog title={title} onClose={onClose} closesOnBackdrop={false}>
      <Stack gap="md" mt="xs">
        <Text c="dimmed">{texts.secretText}</Text>
        <CopyableText text={secret} />
        <Text size="sm" c="dimmed">
          {texts.secretUsage}
        </Text>
        <Group gap="xs">
          <Button onClick={onClose}>{texts.done}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
