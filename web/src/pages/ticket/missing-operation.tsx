import { Text } from '@mantine/core';
import type { Ticket } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { missingOperationOf } from './missing-operation-of.ts';

/** Why something that the user may look for cannot be done now. */
export function MissingOperation({ ticket }: { ticket: Ticket }) {
  const messages = useMessages();
  const missing = missingOperationOf(useCurrentUser(), ticket);
  if (!missing) return null;
  return (
    <Text size="sm" c="dimmed">
      {messages.ticket.missing[missing]}
    </Text>
  );
}
