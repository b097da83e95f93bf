import { Button, Group, VisuallyHidden } from '@mantine/core';
import { IconMessage, IconPhone } from '@tabler/icons-react';
import { useMessages } from '../../i18n/locale.ts';
import { Icon } from '../../ui/icon.tsx';

/** Buttons that call somebody and write a text message. */
export function CallAndMessage({ name, phone }: { name: string; phone: string }) {
  const messages = useMessages();
  const number = phone.replaceAll(/[^\d+*#]/g, '');
  return (
    <Group component="p" gap="xs">
      <Button component="a" variant="default" href={`tel:${number}`} leftSection={<Icon icon={IconPhone} />}>
        {messages.ticket.call}
        <VisuallyHidden> {name}</VisuallyHidden>
      </Button>
      <Button component="a" variant="default" href={`sms:${number}`} leftSection={<Icon icon={IconMessage} />}>
        {messages.ticket.message}
        <VisuallyHidden> {name}</VisuallyHidden>
      </Button>
    </Group>
  );
}
