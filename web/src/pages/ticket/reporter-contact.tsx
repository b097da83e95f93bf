import { Box, Group, Stack, Text } from '@mantine/core';
import type { TicketContacts } from '../../contract/schemas.ts';
import { withoutBidirectionalControls } from '../../lib/bidirectional-controls.ts';
import { IsolatedName } from '../../ui/isolated-name.tsx';
import { MailLink } from '../../ui/mail-link.tsx';
import { CallAndMessage } from './call-and-message.tsx';
import { useTicketTexts } from './texts/texts.ts';

/** How the person can be reached who reported the ticket without an account. */
export function ReporterContact({ reporter: { name, phone, email } }: { reporter: NonNullable<TicketContacts['reporter']> }) {
  const { comments: texts } = useTicketTexts();
  const shownName = withoutBidirectionalControls(name) || texts.reporter;
  return (
    <Group className="ticket-person" align="flex-start" gap="sm" wrap="nowrap">
      <Box flex="none" w={40} h={40} bd="2px dashed var(--border-strong)" bdrs="50%" aria-hidden="true" />
      <Stack gap={4} miw={0}>
        <div>
          <IsolatedName name={shownName} />
          <Text size="sm" c="dimmed">
            {name ? `${texts.reporter} · ${texts.withoutAccount}` : texts.withoutAccount}
          </Text>
          {email && <MailLink email={email} />}
        </div>
        {phone && <CallAndMessage name={shownName} phone={phone} />}
      </Stack>
    </Group>
  );
}
